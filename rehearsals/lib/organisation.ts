import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { generate } from '../../scripts/bench/generate.ts'
import { type SignedIn, type Stage, signIn } from '../../scripts/bench/stage.ts'
import { chainWholeHistory } from '../../server/src/platform/db/chain/chain-history.ts'
import { withPatientDatabase } from '../../server/src/platform/db/connect.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'

/** A generated organisation, and people of it who are signed in. */
export interface Organisation {
  leaders: readonly SignedIn[]
  admin: SignedIn
  query: Stage['query']
  /** Recomputes every derived number; throws when one is wrong. */
  verify: () => Promise<void>
  /** Closes its connection. */
  close: () => Promise<void>
}

/**
 * Fills an empty database.
 *
 * @param owner connection string, of PostgreSQL itself
 * @param protocols undefined when it has been filled by {@link generate}
 */
export async function openOrganisation(owner: string, protocols: number | undefined): Promise<Organisation> {
  if (protocols !== undefined) await generate(owner, { protocols, seed: 1 }, () => {})
  await withPatientDatabase(owner, chainWholeHistory)
  // A pool, because a drill may restart PostgreSQL.
  const pool = new pg.Pool({ connectionString: owner, max: 2 })
  pool.on('error', () => {})
  const query: Stage['query'] = async (text, values) => (await pool.query(text, values)).rows
  const { leaders, admin } = await signIn(query)
  return {
    leaders: [...leaders.values()],
    admin,
    query,
    async verify() {
      const broken = await withPatientDatabase(owner, findBrokenInvariants)
      if (broken.length > 0) throw new Error(`the derived rows are not what the facts say:\n${broken.join('\n')}`)
    },
    close: () => pool.end(),
  }
}

/** The responses that the clients of {@link ordinaryDay} got. */
export interface Tally {
  /** Milliseconds of each call, by what it was. */
  latencies: Map<string, number[]>
  /** Calls that did not end as they should, one line each. */
  failures: string[]
  /** Ids of protocols whose creation was confirmed. */
  created: number[]
  /** Reads that did not show what the same person had just done. */
  stale: string[]
}

interface Day {
  /** Addresses of the instances; each call goes to another one. */
  urls: readonly string[]
  clients: number
  seconds: number
  /** Ends the day before its seconds are over. */
  isOver?: () => boolean
}

export const emptyTally = (): Tally => ({ latencies: new Map(), failures: [], created: [], stale: [] })

/**
 * Clients that work without pause, each with one call after the other: they create, list, receive, return and complete
 * protocols, search, and read dashboard, reports and exports. Each call goes to another instance than the one before, so
 * that every read after a write asks an instance that has not seen the write.
 *
 * @param tally is filled while they work
 */
export async function ordinaryDay(
  { leaders }: Pick<Organisation, 'leaders'>,
  { urls, clients, seconds, isOver = () => false }: Day,
  tally: Tally = emptyTally(),
): Promise<Tally> {
  const end = performance.now() + seconds * 1000
  let calls = 0

  async function call<Body>(what: string, who: SignedIn, method: string, path: string, body?: unknown) {
    calls += 1
    const start = performance.now()
    try {
      const reply = await fetch(`${urls[calls % urls.length]}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${who.token}`,
          ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      if (!reply.ok) {
        tally.failures.push(`${what}: ${reply.status} ${text.slice(0, 200)}`)
        return undefined
      }
      return (reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Body
    } catch (error) {
      tally.failures.push(`${what}: ${(error as Error).message} ${(error as { cause?: Error }).cause?.message ?? ''}`)
      return undefined
    } finally {
      const known = tally.latencies.get(what) ?? []
      known.push(performance.now() - start)
      tally.latencies.set(what, known)
    }
  }

  async function work(client: number) {
    for (let turn = client; performance.now() < end && !isOver(); turn += 1) {
      const from = leaders[turn % leaders.length] as SignedIn
      const to = leaders[(turn * 7 + 3) % leaders.length] as SignedIn
      if (from.departmentId === to.departmentId) continue
      const mark = `${Date.now() % 1e9}${client}x${turn}`
      const made = await call<{ id: number; number?: string }>('create', from, 'POST', '/api/protocols', {
        remarks: `Remessa ${mark}`,
        origin_department_id: from.departmentId,
        destination_department_id: to.departmentId,
        requires_return: true,
        items: [0, 1].map((place) => ({
          document_number: `DRL ${mark}/${place}`,
          item_type_id: 1 + ((turn + place) % 9),
          category_id: 1 + ((turn + place) % 8),
          reason: 'Conferência',
        })),
      })
      if (!made) continue
      tally.created.push(made.id)
      const found = await call<unknown>(
        'tracking',
        from,
        'GET',
        `/api/tracking?type=document&search=${encodeURIComponent(`DRL ${mark}/0`)}`,
      )
      if (found && !JSON.stringify(found).includes(mark)) tally.stale.push(`tracking of DRL ${mark}/0`)
      const list = await call<unknown>('list', from, 'GET', '/api/protocols')
      if (list && !JSON.stringify(list).includes(`"id":${made.id},`)) tally.stale.push(`list without ${made.id}`)
      await call('detail', to, 'GET', `/api/protocols/${made.id}`)
      await call('activities', from, 'GET', '/api/dashboard/activities')
      await call('stats', from, 'GET', '/api/dashboard/stats?period=month')
      await call('today', from, 'GET', '/api/dashboard/today')
      await call('summary', from, 'GET', '/api/protocols/summary')
      await call('receive', to, 'POST', `/api/protocols/${made.id}/receive`)
      const detail = await call<{ items: { id: number }[] }>('detail', to, 'GET', `/api/protocols/${made.id}`)
      for (const { id } of detail?.items ?? []) await call('return', to, 'POST', `/api/protocols/items/${id}/return`)
      await call('pending', to, 'GET', '/api/dashboard/pending-protocols')
      await call('returns', to, 'GET', '/api/returns')
      await call('complete', from, 'POST', `/api/protocols/${made.id}/complete`)
      if (turn % 3 === 0) await call('reports', from, 'GET', '/api/reports')
      if (turn % 10 === 0) await call('export', from, 'GET', '/api/returns/export')
      if (turn % 20 === 0) await call('report as a file', from, 'GET', '/api/reports/export?format=csv')
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return tally
}

/** Prints calls, failures and latencies, and throws when anything failed. */
export function report({ latencies, failures, stale }: Tally, seconds: number): void {
  const rows = [...latencies].map(([what, all]) => ({ what, ...figuresOf(all) }))
  console.table(rows)
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  console.log(
    `${calls} calls, ${Math.round(calls / seconds)} per second, ${failures.length} failed, ${stale.length} reads behind`,
  )
  for (const line of [...failures.slice(0, 10), ...stale.slice(0, 10)]) console.log(`  ${line}`)
}

function figuresOf(all: readonly number[]) {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { calls: all.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99) }
}
