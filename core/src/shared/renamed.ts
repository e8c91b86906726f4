import { z } from 'zod'

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S

type WireShape<Shape extends z.ZodRawShape, Names> = {
  [Key in keyof Shape & string as Key extends keyof Names
    ? Names[Key] extends string
      ? Names[Key]
      : SnakeCase<Key>
    : SnakeCase<Key>]: Shape[Key]
}

/** A codec between an object with the contract's field names and the same object with ours. */
export type Renamed<Shape extends z.ZodRawShape, Names> = z.ZodCodec<
  z.ZodObject<WireShape<Shape, Names>>,
  z.ZodCustom<z.output<z.ZodObject<Shape>>, z.output<z.ZodObject<Shape>>>
>

const wireNames = new WeakMap<z.core.$ZodType, ReadonlyMap<string, string>>()

/** The wire names of a {@link renamed} schema's fields, by our own names; `undefined` for other schemas. */
export const wireNamesOf = (schema: z.core.$ZodType): ReadonlyMap<string, string> | undefined => wireNames.get(schema)

/** One for all codecs: a hundred are made while the web app starts. */
const asItIs = z.custom<never>()

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The wire side of an entity: camelCase fields become snake_case, except those that `names` renames.
 *
 * Decoding (requests) validates with the entity's own field schemas, then with what it demands of several fields
 * together (`superRefine`), and reports problems under the wire names; encoding (responses) writes the wire names and
 * drops unknown fields.
 *
 * @see contract 3 for the names
 */
export function renamed<Shape extends z.ZodRawShape, const Names extends { [Key in keyof Shape]?: string }>(
  schema: z.ZodObject<Shape>,
  names: Names = {} as Names,
): Renamed<Shape, Names> {
  const wireNameOf = new Map(
    Object.keys(schema.shape).map((key) => [key, (names as Record<string, string>)[key] ?? snakeCase(key)]),
  )
  const wireShape = Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => [wireNameOf.get(key), field]),
  ) as unknown as WireShape<Shape, Names>

  const { checks = [] } = schema.def
  let refined: z.ZodType | undefined
  const refusalsOf = (entity: unknown) => {
    if (checks.length === 0) return []
    refined ??= asItIs.check(...checks)
    return refined.safeParse(entity).error?.issues ?? []
  }
  const codec = z.codec(z.object(wireShape), asItIs as z.ZodCustom<z.output<z.ZodObject<Shape>>>, {
    decode: (wire, context) => {
      const entity = pick(wire as Record<string, unknown>, invert(wireNameOf))
      for (const { message, path } of refusalsOf(entity)) {
        const [field, ...rest] = path
        const wirePath = [wireNameOf.get(String(field)) ?? field, ...rest].filter((step) => step !== undefined)
        context.issues.push({ code: 'custom', message, path: wirePath, input: wire })
      }
      return entity as never
    },
    encode: (entity) => pick(entity as Record<string, unknown>, wireNameOf) as never,
  })
  wireNames.set(codec, wireNameOf)
  return codec as unknown as Renamed<Shape, Names>
}

/**
 * Reads a response of the server without validating it: names that the schema knows become ours, and a value that does
 * not fit is kept as it is, so a screen can show its fallback instead of breaking (contract 11.26).
 */
export function readWire<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return read(schema, value) as z.output<Schema>
}

/** Translates the path of a server's field error (`uemail`, `items.0.item_type_id`) into the path of our own field. */
export function ownPath(schema: z.core.$ZodType, wirePath: string): string {
  const own: string[] = []
  let current: z.core.$ZodType | undefined = schema
  for (const step of wirePath.split('.')) {
    const known: WireField | undefined = current && fieldAt(current, step)
    own.push(known?.name ?? step)
    current = known?.schema
  }
  return own.join('.')
}

interface WireField {
  name: string
  schema: z.core.$ZodType
}

const invert = (map: ReadonlyMap<string, string>) => new Map([...map].map(([key, value]) => [value, key]))

const pick = (source: Record<string, unknown>, names: ReadonlyMap<string, string>) =>
  Object.fromEntries([...names].filter(([key]) => key in source).map(([key, name]) => [name, source[key]]))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function read(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const inner = unwrapped(schema)
  if (Array.isArray(value)) return inner instanceof z.ZodArray ? value.map((one) => read(inner.element, one)) : value
  const shape = shapeOf(inner)
  if (shape && isRecord(value)) return readObject(inner, shape, value)
  if (!(inner instanceof z.ZodCodec)) return value
  const decoded = z.safeDecode(inner as z.ZodType, value)
  return decoded.success ? decoded.data : value
}

function readObject(schema: z.core.$ZodType, shape: z.core.$ZodShape, value: Record<string, unknown>) {
  const ownNames = invert(wireNames.get(schema) ?? new Map())
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const known = shape[name]
      return [ownNames.get(name) ?? name, known ? read(known, field) : field]
    }),
  )
}

function fieldAt(schema: z.core.$ZodType, step: string): WireField | undefined {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray) return { name: step, schema: inner.element }
  const field = shapeOf(inner)?.[step]
  return field && { name: invert(wireNames.get(inner) ?? new Map()).get(step) ?? step, schema: field }
}

function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape | undefined {
  if (schema instanceof z.ZodObject) return schema.shape
  if (schema instanceof z.ZodCodec && schema.in instanceof z.ZodObject) return schema.in.shape
  return undefined
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return wraps ? unwrapped(schema.unwrap() as z.core.$ZodType) : schema
}
