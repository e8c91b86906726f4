import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listen } from '../../../test/event-stream.ts'
import { testChain } from './forward.test-setup.ts'

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
    await expect.poll(() => protocols().some(({ id }) => id === later.id), { timeout: 10_000, interval: 10 }).toBe(true)
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
