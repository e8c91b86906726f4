import { z } from 'zod'
import { civilDate } from './civil-date.ts'
import { cleanLine } from './typed-text.ts'
import { id, queryNumber } from './wire-values.ts'

/** The "all" entry of a select, by its value and by its labels. */
const everything = ['all', 'todos', 'todas']

const isEverything = (value: unknown) => everything.some((word) => isSameWord(value, word))

/** A filter that is not set: absent, empty, or the "all" entry of its select. */
const isUnset = (value: unknown) => value === undefined || value === null || value === '' || isEverything(value)

/**
 * One of `values`, in any letter case and however its accents are encoded: contract 4.14 matches statuses this way, and
 * the statuses of items are in lower case.
 */
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.preprocess((value) => values.find((known) => isSameWord(value, known)) ?? value, z.enum(values))

/** A filter of a list: absent or "all" lets everything through, anything else must satisfy `schema`. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isUnset(value) ? undefined : value), schema.optional())

/**
 * A choice with a default: an absent or empty value gives `fallback`, and so does "all" if the list has no such entry.
 * Any other value must be on the list.
 */
export const choice = <const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) =>
  z
    .preprocess((value) => {
      if (isEverything(value)) return values.find((known) => known === 'all') ?? fallback
      return value === '' || value === null ? fallback : value
    }, oneOf(values))
    .default(fallback)

/** Filter by the id of a department, a category …; sent as digits. */
export const idFilter = filter(queryNumber(z.number('Filtro inválido').pipe(id)))

/** A filter that is on or off: 1 or true; absent, 0 and false mean off. */
export const flagFilter = filter(
  z
    .literal([true, false, 1, 0, '1', '0', 'true', 'false'], 'Filtro inválido')
    .transform((value) => ([true, 1, '1', 'true'].includes(value) ? (1 as const) : undefined)),
)

/** Filter by a civil day, `yyyy-MM-dd`. */
export const dateFilter = filter(civilDate)

/** `?limit=`: more than `most` gives `most`; an invalid number of rows (empty, 0, a word) gives `fallback`. */
export const limitParam = (fallback: number, most: number) =>
  queryNumber(
    z
      .number()
      .overwrite((asked) => Math.min(asked, most))
      .int()
      .min(1),
  )
    .catch(fallback)
    .default(fallback)

/** Search text; input longer than any field is truncated, not refused. */
export const searchText = z.preprocess(
  (value) =>
    typeof value === 'string' ? shortened(cleanLine(value.replaceAll('\u0000', '').toWellFormed())) : undefined,
  z.string().min(1).optional().catch(undefined),
)

/** The first 200 UTF-16 units, without the half of a character that the cut may leave. */
const shortened = (text: string) => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')

function isSameWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.normalize().toLowerCase() === word.toLowerCase()
}
