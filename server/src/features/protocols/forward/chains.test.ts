import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { listen } from '../../../test/event-stream.ts'
import { isLong } from '../../../test/fuzz-runs.ts'
import { random } from '../../../test/random-organisation.ts'
import { type Organisation, testChain } from './forward.test-setup.ts'

let chain: Awaited<ReturnType<typeof testChain>>
beforeAll(async () => {
  chain = await testChain()
})

async function passedOn() {
  const { a, b, c } = chain
  const first = await chain.send(a, b, { items: [{}, {}] })
  await chain.receive(b, first)
  return { first, next: await chain.passOn(b, first, c, first.items.slice(0, 1)) }
}

// proves 20.44
it('which item an item continues never changes', async () => {
  const { first, next } = await passedOn()
  const change = (item: number | undefined, to: number | null | undefined) =>
    sql`update items set forwarded_from_item_id = ${to} where id = ${item}`.execute(chain.db)
  await expect(change(next.items[0], null)).rejects.toThrow('items_keep_their_chain refused')
  await expect(change(next.items[0], first.items[1])).rejects.toThrow('items_keep_their_chain refused')
  await expect(change(first.items[1], first.items[0])).rejects.toThrow('items_keep_their_chain refused')
})

// proves 20.44
it('which protocol a protocol was redirected from never changes', async () => {
  const { a, b, c } = chain
  const sent = await chain.send(a, b)
  const { body } = await a.client.post(`/api/protocols/${sent.id}/redirect`, {
    ...{ destination_department_id: c.id, reason: 'Departamento errado' },
  })
  const change = sql`update protocols set redirected_from = null where id = ${body.protocol_id}`.execute(chain.db)
  await expect(change).rejects.toThrow('protocols_keep_their_redirection refused')
})

// proves 20.37
it('tells every hop, where the item is now, and who acted only to those who see the protocol', async () => {
  const chain = await testChain()
  const { a, b, c, d, clock, track } = chain
  const at = (hour: number) => clock.set(`2026-11-16T${hour}:00:00Z`)
  const first = await chain.send(a, b)
  at(13)
  await chain.receive(b, first)
  at(14)
  const next = await chain.passOn(b, first, c)
  expect(await track(a, first)).toMatchObject({
    current_location: `${b.name} (aguardando recebimento em ${c.name})`,
    custody: 'destination',
  })
  at(15)
  await chain.receive(c, next)
  at(16)
  const last = await chain.passOn(c, next, d)
  at(17)
  await chain.receive(d, last)
  expect((await track(a, first)).current_location).toBe(d.name)
  at(18)
  await chain.giveBack(d, last.items[0])
  expect((await track(a, first)).current_location).toBe(c.name)
  at(19)
  await chain.confirm(c, last.items[0])

  const past = async (organisation: typeof a) =>
    (await track(organisation, first)).timeline
      .filter(({ status }: { status: string }) => status !== 'pending')
      .map(({ description, department, user }: Record<string, string>) => [description, department, user])
  const hops = (sender: string | null, receiver: string | null) => [
    [`Enviado de ${a.name} para ${b.name}`, a.name, a.person],
    [`Recebido em ${b.name}`, b.name, b.person],
    [`Encaminhado para ${c.name}`, b.name, sender],
    [`Recebido em ${c.name}`, c.name, receiver],
    [`Encaminhado para ${d.name}`, c.name, null],
    [`Recebido em ${d.name}`, d.name, null],
    [`Devolvido a ${c.name}`, d.name, null],
  ]
  expect(await past(a)).toEqual(hops(null, null))
  expect(await past(b)).toEqual(hops(b.person, c.person))

  at(20)
  await chain.giveBack(c, next.items[0])
  await chain.confirm(b, next.items[0])
  expect(await track(a, first)).toMatchObject({ current_location: b.name, forwarded_to: null })
  expect((await past(a)).at(-1)).toEqual([`Devolvido a ${b.name}`, c.name, null])
  await chain.giveBack(b, first.items[0])
  expect((await track(a, first)).current_location).toBe(a.name)
})

// proves 20.69
it('draws the path of each result as the detail does', async () => {
  const chain = await testChain()
  const { a, b, c, track, detail } = chain
  const first = await chain.send(a, b)
  await chain.receive(b, first)
  const next = await chain.passOn(b, first, c)
  await chain.receive(c, next)
  const [group] = (await detail(a, first)).path
  expect(group).toMatchObject({ at: 1, hops: [{ department: b.name }, { department: c.name, protocol_id: null }] })
  expect((await track(a, first)).path).toEqual([group])
  const [own] = (await detail(c, next)).path
  expect(own).toMatchObject({ at: 0, from: a.name })
  expect((await track(c, next)).path).toEqual([own])
  await chain.giveBack(c, next.items[0])
  expect((await track(b, first)).path).toEqual((await detail(b, first)).path)
})

/** Whole responses that the first department gets, as text. */
const surfaces = (id: number, item: number) => [
  `/api/protocols/${id}`,
  `/api/protocols/${id}/print`,
  `/api/protocols/${id}/destination-users`,
  '/api/protocols?per_page=100',
  '/api/protocols?search=parecer',
  '/api/returns?status=all&per_page=100',
  '/api/returns/export?status=all',
  `/api/tracking?type=protocol&search=${id}`,
  '/api/tracking?type=document&search=CT-1',
  '/api/search?q=CT-1',
  '/api/search?q=sigilo',
  '/api/dashboard/stats',
  '/api/dashboard/activities',
  '/api/dashboard/pending-protocols',
  '/api/dashboard/upcoming-returns',
  '/api/dashboard/today',
  '/api/reports',
  '/api/reports/export?format=csv',
  `/api/protocols/items/${item}/due-date`,
]

// proves 20.39
it('tells the first department nothing but departments and dates', async () => {
  const chain = await testChain()
  const { a, b, c, d, db } = chain
  const first = await chain.send(a, b, { items: [{}, {}] })
  await chain.receive(b, first)
  // The numbers of the hops are like no other number in a response.
  await sql`alter table protocols alter column id restart with 700001`.execute(db)
  await sql`alter table items alter column id restart with 700001`.execute(db)
  const secret = 'Remessa em sigilo 4711'
  const pass = async (by: typeof b, from: typeof first, to: typeof c) => {
    const { body } = await by.client.post(`/api/protocols/${from.id}/forward`, {
      ...{ destination_department_id: to.id, remarks: secret, item_ids: from.items.slice(0, 1) },
    })
    const { items } = (await by.client.get(`/api/protocols/${body.protocol_id}`)).body
    return { id: body.protocol_id as number, items: items.map(({ id }: { id: number }) => id) as number[] }
  }
  const next = await pass(b, first, c)
  expect(next.id).toBeGreaterThan(700_000)
  await chain.receive(c, next)
  await c.client.post(`/api/protocols/${next.id}/comments`, { text: 'Comentário em sigilo 4712' })
  const last = await pass(c, next, d)
  await chain.receive(d, last)

  const scan = async () => {
    const texts: string[] = []
    for (const path of surfaces(first.id, first.items[0] as number)) {
      const { status, body } = await a.client.get(path)
      expect([200, 404]).toContain(status)
      texts.push(typeof body === 'string' ? body : JSON.stringify(body ?? ''))
    }
    const { id } = await db.selectFrom('users').select('id').where('name', '=', a.person).executeTakeFirstOrThrow()
    texts.push(JSON.stringify((await a.client.get(`/notifications/${id}?limit=100`)).body))
    const all = texts.join('\n')
    for (const hidden of [...next.items, ...last.items, next.id, last.id, c.person, d.person, 'sigilo']) {
      expect(all.includes(String(hidden)), `${hidden}`).toBe(false)
    }
    for (const path of [`/api/protocols/${next.id}`, `/api/protocols/${next.id}/print`]) {
      expect((await a.client.get(path)).status).toBe(404)
    }
    return all
  }
  expect(await scan()).toContain(`"department":"${d.name}"`)
  await chain.giveBack(d, last.items[0])
  await scan()
  await chain.done(c.client, `/api/protocols/${last.id}/complete`)
  await c.client.post(`/api/protocols/items/${next.items[0]}/cancel`, { reason: 'Motivo em sigilo' })
  expect(await scan()).toContain('Encaminhamento para')
})

// proves 20.43
it('tells open pages of the first department that the item has moved, and nothing else of the next ones', async () => {
  const chain = await testChain()
  const { a, b, c, d, db } = chain
  const first = await chain.send(a, b)
  await chain.receive(b, first)
  await sql`alter table protocols alter column id restart with 800001`.execute(db)
  await sql`alter table items alter column id restart with 800001`.execute(db)
  const viewer = await db.selectFrom('users').select('id').where('name', '=', a.person).executeTakeFirstOrThrow()
  const { protocols, events, close } = await listen(chain.app, await chain.tokenOf(viewer))
  /** What was heard of the first protocol during an act, once all of it must have been sent. */
  const heardOf = async (act: () => Promise<unknown>) => {
    const before = protocols().length
    await act()
    // An act on another protocol of the department, whose event comes after those of the act.
    const later = await chain.send(a, b)
    await expect.poll(() => protocols().some(({ id }) => id === later.id)).toBe(true)
    return protocols()
      .slice(before)
      .filter(({ id }) => id === first.id)
      .map(({ by }) => by)
  }
  try {
    const sent: Record<string, Awaited<ReturnType<typeof chain.passOn>>> = {}
    expect(await heardOf(async () => (sent.next = await chain.passOn(b, first, c)))).toEqual([b.person])
    const { next } = sent
    if (!next) throw new Error('not sent')
    expect(await heardOf(() => chain.receive(c, next))).toEqual([null])
    expect(await heardOf(() => c.client.post(`/api/protocols/${next.id}/comments`, { text: 'Falta' }))).toEqual([])
    expect(await heardOf(async () => (sent.last = await chain.passOn(c, next, d)))).toEqual([null])
    const { last } = sent
    if (!last) throw new Error('not sent')
    for (const act of [
      () => chain.receive(d, last),
      () => chain.giveBack(d, last.items[0]),
      () => chain.confirm(c, last.items[0]),
      () => chain.giveBack(c, next.items[0]),
    ]) {
      expect(await heardOf(act)).toEqual([null])
    }
    expect(await heardOf(() => chain.confirm(b, next.items[0]))).toEqual([b.person])
    const heard = JSON.stringify(events)
    for (const hidden of [next.id, last.id, c.person, d.person, c.name]) expect(heard).not.toContain(String(hidden))
  } finally {
    close()
  }
})

/** An item of a protocol, in a model that knows nothing of the tables. */
interface Hop {
  protocol: number
  item: number
  from: Organisation
  to: Organisation
  state: 'sent' | 'held' | 'returned' | 'ended'
  before: Hop | null
  next: Hop | null
}

const lastOf = (hop: Hop): Hop => (hop.next ? lastOf(hop.next) : hop)
const lengthOf = (hop: Hop | null): number => (hop === null ? 0 : 1 + lengthOf(hop.before))

// proves 20.33
it('random histories over five departments are those of a model', async () => {
  const chain = await testChain()
  const { organisations, a } = chain
  const chance = random(20_261_122)
  const roots: Hop[] = []
  const hops: Hop[] = []
  const start = async () => {
    const to = chance.pick(organisations.slice(1))
    const { id, items } = await chain.send(a, to)
    const hop: Hop = { protocol: id, item: items[0] as number, from: a, to, state: 'sent', before: null, next: null }
    roots.push(hop)
    hops.push(hop)
  }
  const end = (hop: Hop) => {
    hop.state = 'ended'
    if (hop.before) hop.before.next = null
  }
  type Act = (hop: Hop) => Promise<boolean>
  /** Each acts for the right department, and compares the answer with what the model expects. */
  const act = async (by: Organisation, path: string, body: object | undefined, isAllowed: boolean, success: number) => {
    const reply = await by.client.post(`/api/protocols/${path}`, body)
    expect({ path, status: reply.status }, JSON.stringify(reply.body)).toEqual({
      ...{ path, status: isAllowed ? success : 409 },
    })
    return reply.body
  }
  const acts: Record<string, Act> = {
    receive: async (hop) => {
      const isAllowed = hop.state === 'sent'
      await act(hop.to, `${hop.protocol}/receive`, undefined, isAllowed, 200)
      if (isAllowed) hop.state = 'held'
      return isAllowed
    },
    forward: async (hop) => {
      const to = chance.pick(organisations.filter((organisation) => organisation !== hop.to))
      const isAllowed = hop.state === 'held' && hop.next === null && to !== hop.from && lengthOf(hop) < 10
      const body = { destination_department_id: to.id, remarks: 'Segue', item_ids: [hop.item] }
      const reply = await act(hop.to, `${hop.protocol}/forward`, body, isAllowed, 201)
      if (!isAllowed) return false
      const { items } = (await hop.to.client.get(`/api/protocols/${reply.protocol_id}`)).body
      const next: Hop = {
        ...{ protocol: reply.protocol_id, item: items[0].id, from: hop.to, to, state: 'sent', before: hop, next: null },
      }
      hop.next = next
      hops.push(next)
      return true
    },
    giveBack: async (hop) => {
      const isAllowed = hop.state === 'held' && hop.next === null
      await act(hop.to, `items/${hop.item}/return`, undefined, isAllowed, 200)
      if (isAllowed) hop.state = 'returned'
      return isAllowed
    },
    complete: async (hop) => {
      const isAllowed = hop.state === 'returned'
      const path = chance.below(2) ? `items/${hop.item}/complete` : `${hop.protocol}/complete`
      await act(hop.from, path, undefined, isAllowed, 200)
      if (isAllowed) end(hop)
      return isAllowed
    },
    cancel: async (hop) => {
      const isWhole = chance.below(2) === 1
      // A protocol may be cancelled after its item was returned, the item itself may not.
      const isAllowed = hop.next === null && (isWhole || hop.state !== 'returned')
      const path = isWhole ? `${hop.protocol}/cancel` : `items/${hop.item}/cancel`
      await act(chance.pick([hop.from, hop.to]), path, { reason: 'Engano' }, isAllowed, 200)
      if (isAllowed) end(hop)
      return isAllowed
    },
  }
  const likely = ['receive', 'receive', 'forward', 'forward', 'forward', 'giveBack', 'complete', 'complete', 'cancel']
  for (let i = 0; i < 3; i += 1) await start()
  let done = 0
  for (let step = 0; step < (isLong ? 160 : 50); step += 1) {
    const open = hops.filter(({ state }) => state !== 'ended')
    if (open.length < 3) await start()
    const name = chance.pick(likely)
    if (await acts[name]?.(chance.pick(hops.filter(({ state }) => state !== 'ended')))) done += 1
  }
  expect(done).toBeGreaterThan(15)
  for (const root of roots) {
    const detail = await chain.detail(a, { id: root.protocol, items: [] })
    expect(detail.items[0].forwarded_to?.department ?? null).toBe(root.next ? lastOf(root).to.name : null)
    const tracked = await chain.track(a, { id: root.protocol, items: [root.item] })
    const last = lastOf(root)
    if (last.state === 'sent') expect(tracked.current_location).toContain(`aguardando recebimento em ${last.to.name}`)
    else if (last.state === 'held') expect(tracked.current_location).toBe(last.to.name)
    else if (last.state === 'returned') expect(tracked.current_location).toBe(last.from.name)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
