import { z } from 'zod'
import { civilDate } from './civil-date.ts'
import { id } from './wire-values.ts'

/** The "all" entry of a select, by its value and by its words. */
const everything: readonly unknown[] = ['all', 'todos', 'Todos', 'Todas']

/** A filter that is not set: absent, empty, or the "all" entry of its select. */
const unset: readonly unknown[] = [undefined, null, '', ...everything]

/** A filter of a list: absent or "all" lets everything through, anything else must satisfy `schema`. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (unset.includes(value) ? undefined : value), schema.optional())

/**
 * A choice that is always made: absent or empty it is `fallback`, and "all" where the list has no such entry. Anything
 * else must be on the list.
 */
export const choice = <const Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) =>
  z
    .preprocess((value) => {
      if (everything.includes(value)) return values.find((known) => known === 'all') ?? fallback
      return value === '' || value === null ? fallback : value
    }, z.enum(values))
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
