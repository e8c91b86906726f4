import { sql } from 'kysely'
import type { Db } from './connect.ts'

interface Parts {
  db: Db
  log: { error: (details: object, message: string) => void }
}

/** Milliseconds between two folds: readers scan what was written since. */
const pause = 2_000

/** Dead rows after which the ledgers are vacuumed; autovacuum looks at them once a minute only. */
const manyRows = 5_000

/**
 * Moves what the ledgers hold into the folded tables (`sql/folds.sql`).
 *
 * @returns how many rows; 0 when there was nothing, or when somebody else is about it
 */
export async function foldLedgers(db: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select fold_ledgers() as moved`.execute(db)
  return rows[0]?.moved ?? 0
}

/**
 * Folds every two seconds until it is stopped. Every instance does; of two at the same moment one does nothing. Figures
 * are right without it, only slower to read.
 *
 * @returns how to stop; a fold that is under way is finished first
 */
export function startFolding({ db, log }: Parts): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let folding = Promise.resolve()
  let dead = 0

  async function fold() {
    try {
      dead += await foldLedgers(db)
      if (dead >= manyRows) {
        // Without truncation, which waits for readers; autovacuum shortens the tables at quieter times.
        await sql`vacuum (truncate false) protocol_ledger, item_ledger, category_ledger`.execute(db)
        dead = 0
      }
    } catch (error) {
      log.error({ err: error }, 'folding failed, will be tried again')
    }
  }

  function plan() {
    timer = setTimeout(() => {
      folding = fold().then(() => {
        if (!isStopped) plan()
      })
    }, pause)
  }

  plan()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await folding
  }
}
