import { z } from 'zod'

/** A screen's filters as its address holds them. */
export type InAddress<Filter> = { [Name in keyof Filter]?: Filter[Name] | undefined }

/**
 * Reads a screen's address by the schema of its filters. A value that makes no sense counts as not set, and what the schema
 * means anyway is not named.
 *
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function inAddress<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  type Filter = z.output<z.ZodObject<Shape>>
  const byDefault = schema.parse({}) as Record<string, unknown>
  return (address: Record<string, unknown>) => {
    const read = ([name, field]: [string, z.core.$ZodType]) => {
      const value = address[name]
      const { data } = z.safeParse(field, typeof value === 'number' ? String(value) : value)
      return [name, data === byDefault[name] ? undefined : data]
    }
    return Object.fromEntries(Object.entries(schema.shape).map(read)) as InAddress<Filter>
  }
}
