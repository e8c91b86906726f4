import { countInWords, spanInWords } from '@malote/core/shared/measures.ts'
import type { SystemCheck } from '@malote/core/system/system-report.ts'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** Unfolded rows that slow down lists and cards noticeably; a fold every two seconds leaves a few hundred. */
const manyRows = 20_000

/** Whether the figures of lists and reports are folded. */
export async function foldCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'fold', title: 'Números dos painéis' }
  const waiting = await foldLag(db)
  const summary =
    waiting === 0
      ? 'Todas as mudanças já estão somadas.'
      : `${countInWords(waiting, 'mudança ainda não está somada', 'mudanças ainda não estão somadas')}; os números já as consideram.`
  if (waiting <= manyRows) return { ...head, state: 'ok', summary, advice: null }
  const advice = 'Se o número não diminuir em alguns minutos, procure no log do servidor por “folding failed”.'
  return { ...head, state: 'warning', summary, advice }
}

/** Seconds that an entry may wait for its link without a warning; usually it waits for about two. */
const usualLagSeconds = 5 * 60
const problemLagSeconds = 3600

/** Whether new entries of the history are chained. */
export async function chainCheck(db: Db): Promise<SystemCheck> {
  const head = { id: 'chain', title: 'Encadeamento do histórico' }
  const { entries, seconds } = await chainLag(db)
  if (entries === 0) return { ...head, state: 'ok', summary: 'Todo o histórico está encadeado.', advice: null }
  const summary = `${countInWords(entries, 'entrada espera', 'entradas esperam')} pelo seu elo, a mais antiga há ${spanInWords(seconds)}.`
  if (seconds <= usualLagSeconds) return { ...head, state: 'ok', summary, advice: null }
  const advice =
    'Depois de uma atualização ou restauração, aguarde. Se o número não diminuir, procure no log por “chaining the history failed”.'
  return { ...head, state: seconds > problemLagSeconds ? 'problem' : 'warning', summary, advice }
}

/** Rows that are counted; above it the lag is at least this. */
const mostCounted = 100_000

/** Rows of the ledgers that are not folded yet, at most {@link mostCounted} of each ledger. */
export async function foldLag(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select (select count(*) from (select from protocol_ledger limit ${mostCounted}) p)
      + (select count(*) from (select from item_ledger limit ${mostCounted}) i)
      + (select count(*) from (select from category_ledger limit ${mostCounted}) c) as waiting`.execute(db)
  return rows[0]?.waiting ?? 0
}

interface ChainLag {
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
