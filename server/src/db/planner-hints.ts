import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './connect.ts'

/*
 * PostgreSQL plans each of our statements once and for all values (`plan_cache_mode` in connect.ts), from averages. Where
 * those mislead it, one of these says what we know. test/planner-hints.test.ts shows the plan with and without each.
 */

/**
 * The value of a column for which no index can answer: for a condition on rows that another index has found. The planner
 * would otherwise combine the two in bitmaps, and read all rows of a department or a status to spare a few.
 */
export const unindexed = {
  /** A number, or a date. */
  number: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} + 0)`,
  text: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} || '')`,
}

/**
 * A common table that is computed once and as a whole: `with ${computedOnce('hits', query)} select …`. Merged into the
 * statement around it, it would be planned for that one's order and limit, and an index of that order walked until enough
 * rows happen to fit.
 */
export const computedOnce = (name: string, query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.ref(name)} as materialized (${query})`

/**
 * At the end of a lateral subquery: it stays a subquery, asked row by row, so that a limit around it stops after a few. As a
 * join it would be hashed, and everything read before the first row comes out.
 */
export const rowByRow = sql`offset 0`

/**
 * For the rest of a transaction, tables are read through their indexes wherever one fits: for tables that are empty when
 * their plan is made, and grow while it is kept.
 */
export async function avoidTableScans(trx: Trx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx)
}
