import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Rows that are counted; above it the lag is at least this. */
const mostCounted = 100_000

/** Rows of the ledgers that are not folded yet, at most {@link mostCounted} of each ledger. */
export async function foldLag(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*) from (select from protocol_ledger limit ${mostCounted}) p)
      + (select count(*) from (select from item_ledger limit ${mostCounted}) i)
      + (select count(*) from (select from category_ledger limit ${mostCounted}) c)
      + (select count(*) from (select from return_ledger limit ${mostCounted}) r) as waiting`.execute(db)
  return rows[0]?.waiting ?? 0
}

export interface ChainLag {
  /** History entries without a link, at most {@link mostCounted}. */
  entries: number
  /** Seconds since the oldest of them was written; 0 when none waits. */
  seconds: number
}

/** How far the chain of the history is behind. */
export async function chainLag(db: Db): Promise<ChainLag> {
  const { rows } = await sql<ChainLag>`
    select count(*) as entries, coalesce(greatest(0, extract(epoch from now() - min(created_at))), 0)::float8 as seconds
    from (
      select created_at from history where id > (select chained_to from chain_progress) order by id limit ${mostCounted}
    ) waiting`.execute(db)
  return rows[0] ?? { entries: 0, seconds: 0 }
}
