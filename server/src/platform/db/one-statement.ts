import { AppError } from '@malote/core/shared/errors.ts'
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
