import { AppError } from '@malote/core/shared/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './connect.ts'
import { isRefusedCommit } from './dialect.ts'
import { SplitDatabase } from './split-database.ts'

/**
 * Runs a single statement that writes everything that belongs together. PostgreSQL commits it by itself, which saves the
 * round trips of a transaction. It uses the connections of transactions, so that writers leave the others to readers.
 *
 * The outcome is one of three, as of a transaction: committed, certainly not committed (any error), or unknown.
 *
 * @param statement runs exactly one statement, and nothing else
 * @throws AppError OUTCOME_UNKNOWN when the connection broke after the statement was sent
 */
export function inOneStatement<Result>(db: Db, statement: (trx: Trx) => Promise<Result>): Promise<Result> {
  const writers = db instanceof SplitDatabase ? (db.transactions as Db) : db
  return writers.connection().execute(async (one) => {
    try {
      // Not a transaction of Kysely's, but the statement is one.
      return await statement(one as unknown as Trx)
    } catch (cause) {
      throw isRefusedCommit(cause) ? cause : new AppError('OUTCOME_UNKNOWN', { cause })
    }
  })
}

/**
 * Any of `ids`, for `where('id', '=', anyOf(ids))`. The SQL text is the same for any number of ids. `in (…)` would
 * produce a different statement for each count, and every connection would prepare and keep each of them.
 */
export const anyOf = (ids: readonly number[]): RawBuilder<number> => sql<number>`any(${[...ids]}::int[])`

/** Like {@link anyOf}, for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`

/** A column in the given name. Raw SQL, because Kysely's plugin would convert the name to snake case. */
export const namedColumn = (value: RawBuilder<unknown>, name: string | undefined) =>
  sql`${value} as ${sql.raw(`"${name}"`)}`

/** Expressions as columns that have the names of their keys. */
export const namedColumns = (expressions: Record<string, RawBuilder<unknown>>) =>
  sql.join(Object.entries(expressions).map(([name, value]) => namedColumn(value, name)))

/** Formats instants inside JSON that PostgreSQL builds as everywhere else: ISO 8601, UTC, milliseconds. */
export const isoInstant = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Deletes rows in short transactions, which do not block others.
 *
 * @param batchSize rows per transaction
 * @param deletion  a statement that deletes at most so many of them
 * @returns the number of deleted rows
 */
export async function deleteInBatches(db: Db, batchSize: number, deletion: RawBuilder<unknown>): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await deletion.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return deleted
  }
}
