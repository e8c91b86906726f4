import type { RawBuilder } from 'kysely'
import type { Db } from './connect.ts'

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
