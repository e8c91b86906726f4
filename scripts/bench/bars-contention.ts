import { randomUUID } from 'node:crypto'
import { withPatientDatabase } from '../../server/src/platform/db/connect.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'
import { type Call, load, type Measurement, measured } from './load.ts'
import { judge, percent, type Row, ratioOf, summary } from './report.ts'
import { alternate, type Thoroughness } from './rounds.ts'
import { inTurn, type SignedIn, type Stage } from './stage.ts'

/** Throughput between two departments, divided by the throughput over eight pairs. */
const bar = 0.85

/** Concurrent clients, each sending one request after the other. */
const clients = 16

/** Concurrent clients that run every kind of action. */
const actors = 32

interface Pair {
  from: SignedIn
  to: SignedIn
}

const pairsOf = ({ leaders }: Stage): Pair[] =>
  Array.from({ length: 8 }, (_, n) => ({
    from: leaders.get(2 * n + 1) as SignedIn,
    to: leaders.get(2 * n + 2) as SignedIn,
  }))

/** Measures whether users of the same departments slow each other down. */
export async function contentionBars(stage: Stage, thoroughness: Thoroughness, mixSeconds: number): Promise<Row[]> {
  const [busy, ...others] = pairsOf(stage)
  if (!busy) return []
  const creating = (pairs: readonly Pair[]) => () => {
    const next = inTurn(pairs)
    return load(stage.product, clients, { seconds: thoroughness.seconds }, () => creation(next()))
  }
  const { same, spread } = await alternate(thoroughness.rounds, {
    same: creating([busy]),
    spread: creating([busy, ...others]),
  })
  const share = ratioOf(same, spread)
  return [
    {
      // proves 16.9
      what: `${clients} clients create between the same two departments, to eight pairs`,
      ours: summary(same),
      floor: summary(spread),
      result: percent(share),
      bar: `≥ ${percent(bar)}`,
      verdict: judge(share >= bar && summary([...same, ...spread]).refused === 0),
    },
    await mixed(stage, busy, mixSeconds),
  ]
}

let serial = 0

function creation({ from, to }: Pair): Call {
  serial += 1
  const n = serial
  return {
    method: 'POST',
    path: '/api/protocols',
    token: from.token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      remarks: `Remessa n. ${n}`,
      origin_department_id: from.departmentId,
      destination_department_id: to.departmentId,
      requires_return: true,
      items: [0, 1, 2].map((place) => ({
        document_number: `PAR ${n}/${place}`,
        item_type_id: 1 + ((n + place) % 9),
        category_id: 1 + ((n + place) % 8),
        reason: 'Conferência',
      })),
    },
  }
}

interface Detail {
  items: { id: number }[]
}

const setDueDate = (itemId: number, token: string) => ({
  path: `/api/protocols/items/${itemId}/due-date`,
  token,
  body: { return_date: '2099-12-31', reason: 'Assinatura adiada' },
})

/**
 * Runs every action on protocols between two departments in both directions, concurrently and while the ledgers are
 * folded. Each client uses its own protocols, so no request may be refused.
 */
async function mixed({ product, query, databaseUrl }: Stage, busy: Pair, seconds: number): Promise<Row> {
  const deadlocks = async () => {
    await query('select pg_stat_force_next_flush()')
    const [row] = await query<{ n: string }>(
      'select deadlocks as n from pg_stat_database where datname = current_database()',
    )
    return Number(row?.n)
  }
  const before = await deadlocks()
  const latencies: number[] = []
  let refused = 0
  const send = async <Answer>({ method = 'POST', path, token, headers, body }: Call) => {
    const start = performance.now()
    const reply = await fetch(product.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await reply.text()
    latencies.push(performance.now() - start)
    if (!reply.ok) refused += 1
    return reply.ok ? (JSON.parse(answer) as Answer) : undefined
  }
  const end = performance.now() + seconds * 1000
  const work = async (client: number) => {
    const pair = client % 2 ? busy : { from: busy.to, to: busy.from }
    for (let turn = client; performance.now() < end; turn += 1) {
      const created = await send<{ id: number }>(creation(pair))
      if (!created) continue
      const path = `/api/protocols/${created.id}`
      const [first] = (await send<Detail>({ method: 'GET', path, token: pair.from.token }))?.items ?? []
      if (first) await send({ method: 'PUT', ...setDueDate(first.id, pair.from.token) })
      await send({ path: `${path}/receive`, token: pair.to.token })
      const detail = await send<Detail>({ method: 'GET', path, token: pair.to.token })
      const items = detail?.items.slice(turn % 3 === 0 ? 1 : 0) ?? []
      for (const { id } of items) {
        const item = `/api/protocols/items/${id}`
        await send({ method: 'PUT', path: `${item}/assign`, token: pair.to.token, body: { userId: pair.to.id } })
        await send({ path: `${item}/return`, token: pair.to.token })
      }
      await send({ path: `${path}/comments`, token: pair.to.token, body: { text: 'Devolvido pelo malote' } })
      if (turn % 3 === 0) await send({ path: `${path}/cancel`, token: pair.from.token, body: { reason: 'Engano' } })
      else await send({ path: `${path}/complete`, token: pair.from.token })
    }
  }
  await Promise.all(Array.from({ length: actors }, (_, client) => work(client)))
  const ours: Measurement = { ...measured(latencies, seconds), refused }
  const stuck = (await deadlocks()) - before
  const broken = await withPatientDatabase(databaseUrl, findBrokenInvariants)
  return {
    what: `${actors} clients run every action between two departments, ${seconds} s`,
    ours,
    result: `${stuck} deadlocks, ${broken.length} wrong figures`,
    bar: 'none, nothing refused',
    verdict: judge(stuck + broken.length + refused === 0),
  }
}
