import { readFileSync } from 'node:fs'
import { load } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, percent, type Row } from './report.ts'
import type { Thoroughness } from './rounds.ts'
import type { Stage } from './stage.ts'

/** Share of a creation's processor time that chaining its history entry may cost. */
const bar = 0.03

const creations = 2_000

/** Entries per call: about as many as a busy server gets between two runs of the job. */
const batch = 200

/**
 * Measures what the chain of the history costs a creation: processor time of the job per entry, against that of the
 * server and PostgreSQL for a creation without it.
 */
export async function chainingBar(stage: Stage, { connections }: Thoroughness): Promise<Row> {
  const { product, query } = stage
  const [self] = await query<{ pid: number }>('select pg_backend_pid() as pid')
  // The product's own job waits meanwhile.
  await query(`select pg_advisory_lock(hashtext('chaining'))`)
  try {
    await chainAll(query, 10_000)
    const created = await load(product, connections, { requests: creations }, () => creation(stage))
    const before = processorTime(self?.pid)
    const entries = await chainAll(query, batch)
    const each = (processorTime(self?.pid) - before) / entries
    return {
      // proves 18.54
      what: `chain the history (${(each * 1000).toFixed(0)} µs an entry), to the processor time of a creation`,
      floor: created,
      result: `${((each / created.cpu) * 100).toFixed(1)} %`,
      bar: `≤ ${percent(bar)}`,
      verdict: judge(each / created.cpu <= bar),
    }
  } finally {
    await query(`select pg_advisory_unlock(hashtext('chaining'))`)
  }
}

/** Chains until nothing waits; returns how many entries. */
async function chainAll(query: Stage['query'], most: number): Promise<number> {
  for (let sum = 0; ; ) {
    const [run] = await query<{ n: number }>('select chain_history($1) as n', [most])
    sum += run?.n ?? 0
    if (run?.n !== 0) continue
    const [left] = await query<{ waits: boolean }>(
      'select exists (select from history where id > (select chained_to from chain_progress)) as waits',
    )
    if (!left?.waits) return sum
  }
}

/** Milliseconds; NaN where the system does not report it. */
function processorTime(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}
