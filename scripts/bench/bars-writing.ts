import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createProtocol } from '../../server/src/features/protocols/create/create-protocol.ts'
import type { Storage } from '../../server/src/files/storage.ts'
import { departments } from './generate-organisation.ts'
import { type Call, load, type Measurement } from './load.ts'
import { benchPrefix, record, transactionOf } from './record.ts'
import { judge, median, percent, type Row, ratioOf, summary, times } from './report.ts'
import { alternate, ofProduct, type Thoroughness } from './rounds.ts'
import type { SignedIn, Stage } from './stage.ts'

const bars = { create: 0.6, derived: 0.15, action: 2 }

/** Creations beside the floor and without derived rows, then what is done to the created ones beside a creation. */
export async function writingBars(stage: Stage, thoroughness: Thoroughness): Promise<Row[]> {
  const floor = await stage.startFloor({ create: { isWrite: true, variants: await creations(stage) } })
  const variant = { next: 0 }
  const onFloor = () =>
    load(floor, thoroughness.connections, { seconds: thoroughness.seconds }, () => {
      variant.next += 1
      return { path: `/run/create/${variant.next}` }
    })
  const created = ofProduct(stage, thoroughness, () => creation(stage))
  const { ours, bare } = await alternate(thoroughness.rounds, { ours: created, bare: onFloor })
  const share = ratioOf(ours, bare)
  const rows: Row[] = [
    {
      what: 'create, to a bare route with the same transaction',
      ours: summary(ours),
      floor: summary(bare),
      result: percent(share),
      bar: `≥ ${percent(bars.create)}`,
      verdict: judge(share >= bars.create),
    },
    ...(await actionBars(stage, thoroughness)),
    ...(await derivedBars(stage, thoroughness, created, onFloor)),
  ]
  await floor.stop()
  return rows
}

/** Last of all, since nothing that is created without its derived rows can be listed or changed. */
async function derivedBars(
  stage: Stage,
  thoroughness: Thoroughness,
  created: () => Promise<Measurement>,
  onFloor: typeof created,
) {
  const triggers = await stage.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where tgrelid in ('protocols'::regclass, 'items'::regclass) and not tgisinternal
       and tgname like any(array['protocols_derive%', 'items_derive%', 'items_uses%', 'items_settle%'])`,
  )
  const without = (measure: () => Promise<Measurement>) => async () => {
    for (const { table, name } of triggers) await stage.query(`alter table ${table} disable trigger ${name}`)
    const measurement = await measure()
    for (const { table, name } of triggers) await stage.query(`alter table ${table} enable trigger ${name}`)
    return measurement
  }
  const { ours, oursWithout, bare, bareWithout } = await alternate(thoroughness.rounds, {
    ours: created,
    oursWithout: without(created),
    bare: onFloor,
    bareWithout: without(onFloor),
  })
  const row = (what: string, all: Measurement[], less: Measurement[], bar?: number): Row => {
    const share = 1 - ratioOf(all, less)
    return {
      what,
      ours: summary(all),
      floor: summary(less),
      result: percent(share),
      ...(bar !== undefined && { bar: `≤ ${percent(bar)}` }),
      verdict: bar === undefined ? '' : judge(share <= bar),
    }
  }
  return [
    row('derived rows, share of a creation', ours, oursWithout, bars.derived),
    row('derived rows, share of the bare transaction', bare, bareWithout),
  ]
}

/** Protocols to be acted upon; three items each. */
interface Created {
  id: number
  itemId: number
  origin: SignedIn
  destination: SignedIn
}

async function actionBars(stage: Stage, { connections, rounds, seconds }: Thoroughness): Promise<Row[]> {
  const count = Math.round(50 * seconds)
  const rate = (next: () => Call, requests = count) => load(stage.product, connections, { requests }, next)
  const results: Record<string, Measurement[]> = { create: [], receive: [], return: [], cancel: [], complete: [] }
  for (let round = 0; round <= rounds; round += 1) {
    const before = await lastId(stage)
    // A few more than are acted upon: the client builds some requests that it then does not send.
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
      what: `${name}, to a creation at the same load`,
      ours: summary(ours),
      floor: summary(create),
      result: times(factor),
      bar: `≤ ${bars.action}x`,
      verdict: judge(factor <= bars.action && median(ours.map(({ refused }) => refused)) === 0),
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

/** The newest first, in the same order for everything that is done to them. */
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

let serial = 0

/** A new protocol with three items from one department to another, never the same twice. */
function newProtocol({ leaders, suppliers }: Stage, requiresReturn: boolean) {
  serial += 1
  const n = serial
  const origin = leaders.get(1 + (n % departments)) as SignedIn
  const destination = 1 + ((n * 7 + 3) % departments)
  const body = {
    remarks: `Contrato e nota fiscal para conferência n. ${n}`,
    origin_department_id: origin.departmentId,
    destination_department_id: destination === origin.departmentId ? 1 + (destination % departments) : destination,
    requires_return: requiresReturn,
    items: [0, 1, 2].map((place) => ({
      document_number: `${benchPrefix}${100_000 + ((n * 31 + place) % 900_000)}`,
      item_type_id: 1 + ((n + place) % 9),
      category_id: (requiresReturn ? 1 : 9) + ((n + place) % (requiresReturn ? 8 : 4)),
      supplier_id: place === 0 ? null : suppliers[(n * 17 + place) % suppliers.length],
      reason: 'Conferência',
    })),
  }
  return { origin, body }
}

function creation(stage: Stage, requiresReturn = serial % 2 === 0): Call {
  const { origin, body } = newProtocol(stage, requiresReturn)
  const headers = { 'idempotency-key': randomUUID() }
  return { method: 'POST', path: '/api/protocols', token: origin.token, headers, body }
}

/** Some real creations, for the floor to repeat. */
async function creations(stage: Stage) {
  const context = { storage: { incoming: tmpdir() } as Storage, timeZone: 'America/Sao_Paulo', now: new Date() }
  const variants = []
  for (let n = 0; n < departments; n += 1) {
    const { origin, body } = newProtocol(stage, n % 2 === 0)
    const key = randomUUID()
    let id = 0
    const statements = await record(stage.databaseUrl, async (db) => {
      id = (await createProtocol(db, origin, { fields: body, files: [], fieldErrors: {} }, { ...context, key })).id
    })
    variants.push(transactionOf(statements, id, key))
  }
  return variants
}
