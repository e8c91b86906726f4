import { type RawBuilder, sql } from 'kysely'

/**
 * One of these, for `where('id', '=', anyOf(ids))`: one statement however many there are. `in (…)` would be another one for
 * each number of them, to be prepared and kept by every connection.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`

/** {@link anyOf} for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`
