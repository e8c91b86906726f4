import { type Call, load, type Measurement } from './load.ts'
import { creation } from './new-protocol.ts'
import { judge, median, type Row, ratioOf, summary, times } from './report.ts'
import type { Thoroughness } from './rounds.ts'
import type { SignedIn, Stage } from './stage.ts'

/** Most time that an action may take, as a multiple of a creation. */
const bar = 2

/** Protocols for the actions; three items each. */
interface Created {
  id: number
  itemId: number
  origin: SignedIn
  destination: SignedIn
}

/** Measures actions on created protocols beside their creation at the same load. */
export async function actingBars(stage: Stage, { connections, rounds, seconds }: Thoroughness): Promise<Row[]> {
  const count = Math.round(50 * seconds)
  const rate = (next: () => Call, requests = count) => load(stage.product, connections, { requests }, next)
  const results: Record<string, Measurement[]> = { create: [], receive: [], return: [], cancel: [], complete: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const before = await lastId(stage)
    // A few more than needed: the client builds some requests that it does not send.
    const stay = await rate(() => creation(stage, false), count + 10 * connections)
    const create = await rate(() => creation(stage, true), count + 10 * connections)
    const due = await createdOnes(stage, before, true)
    const free = await createdOnes(stage, before, false)
    const upon = (ones: Created[], call: (one: Created) => Call) => {
      const left = [...ones]
      return rate(() => call(left.pop() as Created))
    }
    const measurements = {
      create: { ...create, p50: (create.p50 + stay.p50) / 2 },
      receive: await upon(due, ({ id, destination }) => post(`/api/protocols/${id}/receive`, destination)),
      return: await upon(due, ({ itemId, destination }) => post(`/api/protocols/items/${itemId}/return`, destination)),
      cancel: await upon(due, ({ id, origin }) => post(`/api/protocols/${id}/cancel`, origin, { reason: 'Engano' })),
      complete: await upon(free, ({ id, destination }) => post(`/api/protocols/${id}/complete`, destination)),
    }
    if (round === 0) continue
    for (const [name, measurement] of Object.entries(measurements)) results[name]?.push(measurement)
  }
  const { create = [], ...actions } = results
  return Object.entries(actions).map(([name, ours]) => {
    const factor = ratioOf(ours, create, 'p50')
    return {
      // proves 16.5
      what: `${name}, to a creation at the same load`,
      ours: summary(ours),
      floor: summary(create),
      result: times(factor),
      bar: `≤ ${bar}x`,
      verdict: judge(factor <= bar && median(ours.map(({ refused }) => refused)) === 0),
    }
  })
}

const post = (path: string, by: SignedIn, body?: unknown): Call => ({
  method: 'POST',
  path,
  token: by.token,
  ...(body !== undefined && { body }),
})

async function lastId({ query }: Stage): Promise<number> {
  const [row] = await query<{ last: number }>('select max(id) as last from protocols')
  return row?.last ?? 0
}

/** The newest first, in the same order for every action. */
async function createdOnes({ query, leaders }: Stage, after: number, requiresReturn: boolean): Promise<Created[]> {
  const rows = await query<{ id: number; item_id: number; origin: number; destination: number }>(
    `select p.id, min(i.id) as item_id, p.origin_department_id as origin, p.destination_department_id as destination
     from protocols p join items i on i.protocol_id = p.id where p.id > $1 and p.requires_return = $2
     group by p.id order by p.id`,
    [after, requiresReturn],
  )
  return rows.map(({ id, item_id, origin, destination }) => ({
    id,
    itemId: item_id,
    origin: leaders.get(origin) as SignedIn,
    destination: leaders.get(destination) as SignedIn,
  }))
}
