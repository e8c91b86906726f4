import { type RawBuilder, sql } from 'kysely'

/**
 * Any of `ids`, for `where('id', '=', anyOf(ids))`. The SQL text is the same for any number of ids. `in (…)` would
 * produce a different statement for each count, and every connection would prepare and keep each of them.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`

/** Like {@link anyOf}, for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`
