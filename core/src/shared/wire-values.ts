import { z } from 'zod'
import { cleanLine, cleanText } from './typed-text.ts'

/** Largest value of a PostgreSQL `integer`, and so of any id. */
export const largestId = 2_147_483_647

/** A boolean that is 1 or 0 on the wire, as `first_access` and `is_read` do (contract 3.2, 3.5). */
export const bit = z.codec(z.union([z.literal(1), z.literal(0)]), z.boolean(), {
  decode: (wire) => wire === 1,
  encode: (value): 0 | 1 => (value ? 1 : 0),
})

const yes: readonly unknown[] = [true, 1, '1', 'true']

/**
 * A boolean that requests send as boolean, as 1/0 or as text of a form field; responses always have a boolean
 * (`requires_return`, `is_active`; contract 3.9).
 */
export const flag = z.codec(
  z.union([z.boolean(), z.literal(1), z.literal(0), z.enum(['1', '0', 'true', 'false'])], 'Informe sim ou não'),
  z.boolean(),
  { decode: (wire) => yes.includes(wire), encode: (value): boolean => value },
)

/** Id of a row. */
export const id = z
  .int('Identificador inválido')
  .min(1, 'Identificador inválido')
  .max(largestId, 'Identificador inválido')

/** A number that is sent as text; other texts than such digits are left to `schema`, which refuses them. */
const spelled =
  (digits: RegExp) =>
  <Schema extends z.ZodType>(schema: Schema) =>
    z.preprocess((text) => (typeof text === 'string' && digits.test(text) ? Number(text) : text), schema)

/** Number in a path. It has one spelling: `01`, `+1`, `1.0` and `1e0` match no record. */
export const pathNumber = spelled(/^[1-9]\d*$/)

/** Whole number in a query, in decimal digits: `0x1`, `1e0`, `+1` and ` 1 ` are none. */
export const queryNumber = spelled(/^\d+$/)

/** Id of a row, in a path. */
export const pathId = pathNumber(id)

/**
 * An optional reference in a form: absent, null, '' and 0 mean "none"; digits as text are accepted because
 * selects and multipart fields send text.
 */
export const optionalId = z
  .codec(z.union([id, z.literal(0), z.string().regex(/^\d{0,9}$/)], 'Identificador inválido'), z.int().nullable(), {
    decode: (wire) => Number(wire) || null,
    encode: (value) => value ?? 0,
  })
  .nullish()

/** A required reference with its own message; accepts digits as text, like {@link optionalId}. */
export const requiredId = (message: string) =>
  z.codec(
    z.union(
      [z.int(message).min(1, message).max(largestId, message), z.string(message).regex(/^[1-9]\d{0,8}$/, message)],
      message,
    ),
    z.int(),
    {
      decode: (wire) => Number(wire),
      encode: (value) => value,
    },
  )

/** Instant, ISO 8601 in UTC (`2026-11-21T13:45:00.000Z`). */
export const instant = z.string()

/** Typed text that must not be blank, and may have several lines. */
export const requiredText = (message: string, maxLength = 255) => required(cleanText, message, maxLength)

/** The same of one line. */
export const requiredLine = (message: string, maxLength = 255) => required(cleanLine, message, maxLength)

const required = (clean: (text: string) => string, message: string, maxLength: number) =>
  z
    .string(message)
    .overwrite(clean)
    .min(1, message)
    .max(maxLength, `Informe no máximo ${maxLength} caracteres`)
    .refine(isStorable, 'O texto contém caracteres inválidos')

/** Text of 3 to 500 characters, with its own sentence when it is missing or too short. */
export const shortText = (message: string) => requiredText(message, 500).min(3, message)

/** Typed text that may be absent, null or blank, and may have several lines. */
export const optionalText = (maxLength = 255) => optional(cleanText, maxLength)

/** The same of one line. */
export const optionalLine = (maxLength = 255) => optional(cleanLine, maxLength)

const optional = (clean: (text: string) => string, maxLength: number) =>
  z
    .string('Informe um texto')
    .overwrite(clean)
    .max(maxLength, `Informe no máximo ${maxLength} caracteres`)
    .refine(isStorable, 'O texto contém caracteres inválidos')
    .nullish()

/** PostgreSQL text cannot hold U+0000, nor can UTF-8 hold half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
