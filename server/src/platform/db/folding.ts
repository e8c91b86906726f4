import { sql } from 'kysely'
import { startLoop } from '../start-loop.ts'
import type { Db } from './connect.ts'

interface Parts {
  db: Db
  log: { error: (details: object, message: string) => void }
}

/** Milliseconds between two folds; readers scan all rows written since the last one. */
const pauseMs = 2_000

/** Number of dead rows after which the ledgers are vacuumed. Autovacuum checks them only once a minute. */
const manyRows = 5_000

/**
 * Moves the rows of the ledgers into the folded tables (`fold_ledgers()` in `sql/figures.sql`).
 *
 * @returns how many rows; 0 when the ledgers were empty or another process is folding
 */
export async function foldLedgers(db: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select fold_ledgers() as moved`.execute(db)
  return rows[0]?.moved ?? 0
}

/**
 * Folds every two seconds until stopped. Every instance does so; of two that fold at the same moment, one does nothing.
 * Without folding, figures are still correct, only slower to read.
 *
 * @returns a function that stops it and waits for a running fold
 */
export function startFolding({ db, log }: Parts): () => Promise<void> {
  let dead = 0
  return startLoop({
    pauseMs,
    work: async () => {
      dead += await foldLedgers(db)
      if (dead >= manyRows) {
        // Without truncation, which waits for readers. Autovacuum truncates the tables at quieter times.
        await sql`vacuum (truncate false) protocol_ledger, item_ledger, category_ledger`.execute(db)
        dead = 0
      }
    },
    onFailure: (error) => log.error({ err: error }, 'folding failed, will be tried again'),
  })
}
