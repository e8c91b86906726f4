import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import { z } from 'zod'

/** A screen's filters as search params; unset ones are undefined. */
export type InAddress<Filter> = { [Name in keyof Filter]?: Filter[Name] | undefined }

/**
 * Reads search params with the schema of the screen's filters. Invalid values count as not set, and default values are
 * left out.
 *
 * @returns unset names as well, with undefined: the router keeps a param that is missing here
 */
export function inAddress<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  type Filter = z.output<z.ZodObject<Shape>>
  // Not yet: most screens of a visit are never opened.
  let byDefault: Record<string, unknown> | undefined
  return (address: Record<string, unknown>) => {
    byDefault ??= schema.parse({})
    const defaults = byDefault
    const read = ([name, field]: [string, z.core.$ZodType]) => {
      const value = address[name]
      const { data } = z.safeParse(field, typeof value === 'number' ? String(value) : value)
      return [name, data === defaults[name] ? undefined : data]
    }
    return Object.fromEntries(Object.entries(schema.shape).map(read)) as InAddress<Filter>
  }
}

/** A list's filter as query parameters, under the names of the wire. */
export function wireQuery(wire: z.ZodType, filter: object): Record<string, unknown> {
  const names = wireNamesOf(wire)
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [names?.get(name) ?? name, value]))
}
