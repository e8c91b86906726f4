import { dayCount } from '@malote/core/shared/due-date.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { buildAdmin, buildCategory, buildManager, buildUser } from '../../../test/builders.ts'
import type { Client, Reply } from '../../../test/client.ts'
import { type Organisation, type Sent, testChain } from './forward.test-setup.ts'

let chain: Awaited<ReturnType<typeof testChain>>
let a: Organisation
let b: Organisation
let c: Organisation
let d: Organisation

beforeAll(async () => {
  chain = await testChain()
  ;({ a, b, c, d } = chain)
})

const until = (organisation: Organisation, day: string) =>
  `O prazo não pode passar de ${day}, quando o item volta a ${organisation.name}.`
const dateOf = async (by: Organisation, sent: Sent) => (await chain.detail(by, sent)).items[0].return_date
const extend = (by: Organisation, sent: Sent, return_date: string) =>
  by.client.put(`/api/protocols/items/${sent.items[0]}/due-date`, { return_date, reason: 'Volume maior' })

async function atB(item: object = {}) {
  const first = await chain.send(a, b, { items: [item] })
  await chain.receive(b, first)
  return first
}

describe('the due date of an item that was passed on', () => {
  // proves 20.36
  it('may be extended up to the day on which it is due further up, and not past it', async () => {
    const first = await atB()
    await extend(a, first, '2026-12-04')
    const next = await chain.passOn(b, first, c)
    expect(await dateOf(b, next)).toBe('2026-11-24')
    expect((await extend(b, next, '2026-12-04')).status).toBe(200)
    expect(await extend(b, next, '2026-12-05')).toMatchObject({
      status: 400,
      body: { errors: { return_date: until(a, '04/12/2026') } },
    })
    const several = { item_ids: next.items, return_date: '2026-12-05', reason: 'Recesso' }
    const { results } = (await b.client.post('/api/protocols/items/bulk-due-date', several)).body
    expect(results).toMatchObject({ success: [], errors: [{ message: until(a, '04/12/2026') }] })
    expect((await extend(a, first, '2026-12-10')).status).toBe(200)
    expect((await extend(b, next, '2026-12-05')).status).toBe(200)
  })

  // proves 20.36
  it('an edit stays within', async () => {
    const first = await atB({ category_id: chain.short.id })
    const next = await chain.passOn(b, first, c)
    const long = await buildCategory(chain.db, { returnDays: 30 })
    const reply = await b.client.put(`/api/protocols/${next.id}`, {
      remarks: 'Segue para parecer',
      items: [{ id: next.items[0], item_type_id: chain.itemType.id, category_id: long.id }],
    })
    expect(reply.body.items[0]).toMatchObject({ category_id: long.id, return_date: '2026-11-18' })
  })

  // proves 20.36
  it('hops follow when the date before them is set for the first time', async () => {
    const first = await atB({ category_id: null })
    const next = await chain.passOn(b, first, c)
    await chain.receive(c, next)
    const last = await chain.passOn(c, next, d)
    expect((await extend(b, next, '2026-12-18')).status).toBe(200)
    expect(await dateOf(c, last)).toBe('2026-12-18')
    expect((await extend(a, first, '2026-12-01')).status).toBe(200)
    expect(await dateOf(b, next)).toBe('2026-12-01')
    expect(await dateOf(c, last)).toBe('2026-12-01')
    const { history } = await chain.detail(d, last)
    expect(history[0]).toMatchObject({ action: 'Prazo alterado', created_by: null })
    expect(JSON.stringify(history)).not.toContain(a.person)
    // The new date holds for later extensions, too.
    expect(await extend(c, last, '2026-12-02')).toMatchObject({ status: 400 })
  })

  it('the Gestores hear of it where the responsible user has left', async () => {
    const first = await atB({ category_id: null })
    const next = await chain.passOn(b, first, c)
    const { id: responsibleId } = await buildUser(chain.db, { departmentId: c.id, isActive: false })
    await chain.db
      .updateTable('items')
      .set({ responsibleId })
      .where('id', '=', next.items[0] as number)
      .execute()
    expect((await extend(b, next, '2026-12-18')).status).toBe(200)
    expect((await extend(a, first, '2026-12-01')).status).toBe(200)
    const told = await chain.db
      .selectFrom('notifications')
      .select('message')
      .where('protocolId', '=', next.id)
      .where('title', '=', 'Prazo de retorno alterado')
      .execute()
    expect(told).toHaveLength(2)
    for (const { message } of told) expect(message).toContain('o responsável pelo item não está mais no departamento')
  })
})

it.each([
  ['a day before their first date', '2026-12-01', null],
  ['their first date', '2026-12-10', null],
  ['a day after it', '2026-12-11', '2026-12-10'],
])('hops follow to %s, and are extended only past their first date', async (_, day, original) => {
  const first = await atB({ category_id: null })
  const next = await chain.passOn(b, first, c)
  await extend(b, next, '2026-12-10')
  await extend(b, next, '2026-12-18')
  expect((await extend(a, first, day)).status).toBe(200)
  expect((await chain.detail(b, next)).items[0]).toMatchObject({
    ...{ return_date: day, original_return_date: original },
  })
})

describe('a changed calendar', () => {
  // proves 20.36
  it('a changed calendar moves a hop as far as the date before it, and pulls it along when that becomes earlier', async () => {
    const admin = chain.as(await buildAdmin(chain.db))
    // Five business days from Monday, over the holiday on the 20th; and eight calendar days.
    const first = await atB()
    const days = await buildCategory(chain.db, { returnDays: 8, dayCount: dayCount.calendar })
    const next = await chain.passOn(b, first, c)
    await chain.db
      .updateTable('items')
      .set({ categoryId: days.id })
      .where('id', '=', next.items[0] as number)
      .execute()
    expect([await dateOf(a, first), await dateOf(b, next)]).toEqual(['2026-11-24', '2026-11-24'])
    await chain.db.deleteFrom('holidays').where('date', '=', '2026-11-20').execute()
    const apply = (shorten: boolean) => admin.post('/api/calendar/apply', { removed: '2026-11-20', shorten })
    expect((await apply(false)).body.moved).toBe(0)
    expect((await apply(true)).body.moved).toBeGreaterThan(0)
    expect(await dateOf(a, first)).toBe('2026-11-23')
    expect(await dateOf(b, next)).toBe('2026-11-23')
  })
})

let otherB: Client
let receiver: { id: number }

beforeAll(async () => {
  receiver = await buildManager(chain.db, { departmentId: chain.b.id })
  otherB = chain.as(receiver)
  for (const client of [otherB, ...chain.organisations.map((organisation) => organisation.client)])
    await client.get('/api/nowhere')
})

const item = ({ items }: Sent) => `/api/protocols/items/${items[0]}`
const toC = (sent: Sent) => chain.forward(chain.b, sent, chain.c)
const toD = (sent: Sent) =>
  otherB.post(`/api/protocols/${sent.id}/forward`, {
    ...{ destination_department_id: chain.d.id, remarks: 'Segue', item_ids: sent.items },
  })

interface Race {
  title: string
  one: (sent: Sent) => Promise<Reply>
  other: (sent: Sent) => Promise<Reply>
  sentences: () => string[]
}
const awayIn = (...names: string[]) => names.map((name) => `Este item está em ${name}. Aguarde a volta.`)

const races: Race[] = [
  { title: 'passing on and passing on', one: toC, other: toD, sentences: () => awayIn(chain.c.name, chain.d.name) },
  {
    title: 'passing on and returning',
    one: toC,
    other: (sent) => otherB.post(`${item(sent)}/return`),
    sentences: () => [...awayIn(chain.c.name), 'Este item já foi retornado'],
  },
  {
    title: 'passing on and cancelling the item',
    one: toC,
    other: (sent) => chain.a.client.post(`${item(sent)}/cancel`, { reason: 'Engano' }),
    sentences: () => [...awayIn(chain.c.name), 'Este item já foi cancelado'],
  },
  {
    title: 'passing on and cancelling the protocol',
    one: toC,
    other: (sent) => chain.a.client.post(`/api/protocols/${sent.id}/cancel`, { reason: 'Engano' }),
    sentences: () => [...awayIn(chain.c.name), 'Este protocolo já foi cancelado'],
  },
]

// proves 20.40
it.each(races)('$title at once: one goes through, the other hears why not', async ({ one, other, sentences }) => {
  for (let round = 0; round < 4; round += 1) {
    const sent = await chain.send(chain.a, chain.b)
    await chain.receive(chain.b, sent)
    const replies = await Promise.all(round % 2 ? [one(sent), other(sent)] : [other(sent), one(sent)])
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(sentences()).toContain(replies.find(({ status }) => status === 409)?.body.message)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})

it('passing on sees an item whose protocol was locked by the act that took it', async () => {
  const sent = await chain.send(chain.a, chain.b)
  await chain.receive(chain.b, sent)
  let reply: Promise<Reply> | undefined
  await chain.db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', sent.id).forNoKeyUpdate().execute()
    reply = chain.a.client.post(`/api/protocols/${sent.id}/cancel`, { reason: 'Engano' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    // What the waiting request cannot have seen when it began to wait.
    const next = await trx
      .insertInto('protocols')
      .values({
        ...{ originDepartmentId: chain.b.id, destinationDepartmentId: chain.c.id, requiresReturn: true, remarks: 'x' },
        createdBy: receiver.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('items')
      .values({
        ...{ protocolId: next.id, position: 1, itemTypeId: chain.itemType.id, returnDate: '2026-11-23' },
        forwardedFromItemId: sent.items[0] as number,
      })
      .execute()
  })
  expect(await reply).toMatchObject({ status: 409, body: { message: awayIn(chain.c.name)[0] } })
})

it('acts up and down one chain at once, and nobody deadlocks', async () => {
  for (let round = 0; round < 3; round += 1) {
    const first = await chain.send(chain.a, chain.b, { items: [{}, {}, {}] })
    await chain.receive(chain.b, first)
    const next = await chain.passOn(chain.b, first, chain.c, first.items.slice(0, 2))
    await chain.receive(chain.c, next)
    const [one, two] = next.items as [number, number]
    await chain.giveBack(chain.c, one)
    const replies = await Promise.all([
      chain.b.client.post(`/api/protocols/items/${one}/complete`),
      otherB.post(`/api/protocols/items/${two}/cancel`, { reason: 'x' }),
      chain.forward(chain.b, first, chain.d, [first.items[2] as number]),
      chain.a.client.post(`/api/protocols/items/${first.items[0]}/cancel`, { reason: 'x' }),
      chain.a.client.put(`/api/protocols/items/${first.items[1]}/due-date`, {
        ...{ return_date: '2026-12-30', reason: 'Mais tempo' },
      }),
      otherB.put(`/api/protocols/items/${one}/due-date`, { return_date: '2026-11-25', reason: 'x' }),
    ])
    for (const { status, body } of replies) expect([200, 201, 400, 409], JSON.stringify(body)).toContain(status)
  }
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
