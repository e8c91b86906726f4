import { z } from 'zod'
import { civilDate } from './civil-date.ts'
import { id } from './wire-values.ts'

/** The "all" entry of a select, by its value and by its words. */
const everything = ['all', 'todos', 'todas']

const isEverything = (value: unknown) => everything.some((word) => isSameWord(value, word))

/** A filter that is not set: absent, empty, or the "all" entry of its select. */
const isUnset = (value: unknown) => value === undefined || value === null || value === '' || isEverything(value)

/** One of `values`, in capitals or not: contract 4.14 matches statuses so, and items carry theirs in small letters. */
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.preprocess((value) => values.find((known) => isSameWord(value, known)) ?? value, z.enum(values))

/** A filter of a list: absent or "all" lets everything through, anything else must satisfy `schema`. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isUnset(value) ? undefined : value), schema.optional())

/**
 * A choice that is always made: absent or empty it is `fallback`, and "all" where the list has no such entry. Anything
 * else must be on the list.
 */
export const choice = <const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) =>
  z
    .preprocess((value) => {
      if (isEverything(value)) return values.find((known) => known === 'all') ?? fallback
      return value === '' || value === null ? fallback : value
    }, oneOf(values))
    .default(fallback)

/** Filter by the identity of a department, a category …; arrives as digits. */
export const idFilter = filter(z.coerce.number('Filtro inválido').pipe(id))

/** Filter by a civil day, `yyyy-MM-dd`. */
export const dateFilter = filter(civilDate)

/** `?limit=`: more than `most` means `most`, and what is no number of rows (nothing, 0, a word) means `fallback`. */
export const limitParam = (fallback: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .overwrite((asked) => Math.min(asked, most))
    .catch(fallback)
    .default(fallback)

/** Words to look for; longer input than any field holds is cut, not refused. */
export const searchText = z.preprocess(
  (value) =>
    typeof value === 'string' ? value.trim().replaceAll('\u0000', '').toWellFormed().slice(0, 200) : undefined,
  z.string().min(1).optional().catch(undefined),
)

function isSameWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === word.toLowerCase()
}
