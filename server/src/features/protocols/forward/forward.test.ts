import { beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { buildDepartment, buildManager, buildSupplier } from '../../../test/builders.ts'
import { remindOfDueDates } from '../../reminders/remind-people.ts'
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

/** A protocol from A, received by B. */
async function atB(fields: Parameters<typeof chain.send>[2] = {}): Promise<Sent> {
  const sent = await chain.send(a, b, fields)
  if (fields.requiresReturn !== false) await chain.receive(b, sent)
  return sent
}

describe('POST /api/protocols/{id}/forward', () => {
  // proves 20.30
  it('creates a protocol from the holder to the next department, with what the items are', async () => {
    const supplier = await buildSupplier(chain.db)
    const parent = await atB({
      items: [
        { document_number: 'CT-9/2026', supplier_id: supplier.id, description: 'Pasta azul', reason: 'Assinar' },
        {},
      ],
    })
    const reply = await chain.forward(b, parent, c, [parent.items[0] as number])
    expect(reply.status).toBe(201)
    const next = (await c.client.get(`/api/protocols/${reply.body.protocol_id}`)).body
    expect(next).toMatchObject({
      ...{ status: 'Pendente', requires_return: true, origin_department: b.name, destination_department: c.name },
      ...{ creator: b.person, remarks: 'Segue para parecer', total_items: 1 },
    })
    const { items } = await chain.detail(b, parent)
    expect(next.items).toMatchObject([
      {
        ...{ document_number: 'CT-9/2026', description: 'Pasta azul', reason: 'Assinar', supplier_id: supplier.id },
        ...{ item_type_id: items[0].item_type_id, category_id: items[0].category_id },
        ...{ destination_user: null, attachments: [], forwarded_to: null },
        forwarded_from: { department: a.name, protocol_id: null, item_id: null },
      },
    ])
    expect(next.history).toMatchObject([{ action: 'Protocolo criado', created_by: b.person }])
  })

  // proves 20.30, 20.31
  it('is not required to return when the first one is not, and may then go back to where it came from', async () => {
    const parent = await atB({ requiresReturn: false })
    expect((await chain.forward(b, await atB({ requiresReturn: false }), a)).status).toBe(201)
    const next = await chain.passOn(b, parent, c)
    expect(await chain.detail(c, next)).toMatchObject({ requires_return: false, items: [{ return_date: null }] })
  })

  // proves 20.36
  it('takes the due date of the category from today, at most that of the protocol before', async () => {
    const parent = await atB({ items: [{}, { category_id: chain.short.id }] })
    chain.clock.set('2026-11-18T12:00:00Z')
    const next = await chain.passOn(b, parent, c)
    chain.clock.set('2026-11-16T12:00:00Z')
    const dates = async (by: Organisation, sent: Sent) =>
      (await chain.detail(by, sent)).items.map(({ return_date }: { return_date: string }) => return_date)
    expect(await dates(a, parent)).toEqual(['2026-11-24', '2026-11-18'])
    // Five business days from Wednesday would be the 26th, two the 23rd.
    expect(await dates(c, next)).toEqual(['2026-11-24', '2026-11-18'])
  })

  // proves 20.30, 20.31
  it('refuses what is wrong with the body, to where it came from, and to where it is', async () => {
    const parent = await atB()
    const path = `/api/protocols/${parent.id}/forward`
    const empty = await b.client.post(path, {})
    expect(empty.status).toBe(400)
    expect(Object.keys(empty.body.errors).sort()).toEqual(['destination_department_id', 'item_ids', 'remarks'])
    const other = await atB()
    const strange = await chain.forward(b, parent, c, [...parent.items, ...other.items])
    expect(strange).toMatchObject({ status: 400, body: { errors: { item_ids: 'Item não encontrado' } } })
    const nowhere = await b.client.post(path, {
      ...{ destination_department_id: 999_999, remarks: 'x', item_ids: parent.items },
    })
    expect(nowhere).toMatchObject({ status: 400, body: { errors: { destination_department_id: expect.any(String) } } })
    const back = await chain.forward(b, parent, a)
    expect(back).toMatchObject({
      status: 409,
      body: { message: 'Para devolver à origem, use Marcar como Retornado.' },
    })
    for (const one of [parent, await atB({ requiresReturn: false })]) {
      expect(await chain.forward(b, one, b)).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_THERE', message: 'Os itens já estão neste departamento. Escolha outro.' },
      })
    }
    expect((await chain.detail(a, parent)).history).toHaveLength(2)
  })

  // proves 20.30
  it('creates one protocol however often the same request is sent', async () => {
    const parent = await atB({ items: [{}, {}] })
    const key = { 'idempotency-key': `encaminhar-${parent.id}` }
    const [first] = parent.items as [number, number]
    const replies = [await chain.forward(b, parent, c, [first], key), await chain.forward(b, parent, c, [first], key)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(await chain.forward(b, parent, c, parent.items, key)).toMatchObject({ status: 422 })
    const at = await Promise.all(
      [1, 2, 3].map(() =>
        chain.forward(b, parent, d, [parent.items[1] as number], {
          'idempotency-key': `de-uma-vez-${parent.id}`,
        }),
      ),
    )
    expect(new Set(at.map(({ body }) => body.protocol_id)).size).toBe(1)
  })
})

describe('an item that was passed on', () => {
  // proves 20.33, 20.34
  it('says where it is until it is back', async () => {
    const parent = await atB({ items: [{}, {}] })
    const [gone] = parent.items as [number, number]
    const next = await chain.passOn(b, parent, c, [gone])
    const [there] = next.items as [number]
    const forA = await chain.detail(a, parent)
    expect(forA).toMatchObject({ passed_on_to: c.name })
    expect(forA.items).toMatchObject([
      {
        forwarded_to: {
          ...{ department: c.name, since: '2026-11-16T12:00:00.000Z', return_date: '2026-11-24' },
          ...{ protocol_id: null, item_id: null, stage: 'on_the_way' },
        },
      },
      { forwarded_to: null },
    ])
    expect((await chain.detail(b, parent)).items[0].forwarded_to).toMatchObject({
      protocol_id: next.id,
      item_id: there,
    })
    expect((await chain.detail(b, next)).items[0].forwarded_from).toEqual({
      ...{ department: a.name, protocol_id: parent.id, item_id: gone },
    })
    const row = (await a.client.get('/api/protocols')).body.data.find(({ id }: { id: number }) => id === parent.id)
    expect(row.passed_on_to).toBe(c.name)
    const listed = (await b.client.get('/api/returns?side=toReturn&per_page=100')).body.data
    expect(listed.find(({ id }: { id: number }) => id === gone).forwarded_to).toMatchObject({
      ...{ department: c.name, protocol_id: next.id },
    })

    const stage = async () => (await chain.detail(a, parent)).items[0].forwarded_to.stage
    await chain.receive(c, next)
    expect(await stage()).toBe('there')
    await chain.giveBack(c, there)
    expect(await stage()).toBe('on_the_way_back')
    expect((await b.client.post(`/api/protocols/items/${gone}/return`)).body.message).toBe(
      `Este item está em ${c.name}. Aguarde a volta.`,
    )
    await chain.confirm(b, there)
    expect((await chain.detail(a, parent)).items[0].forwarded_to).toBeNull()
    await chain.giveBack(b, gone)
  })

  // proves 20.33
  it('is said to be where it was sent last, however many hops on', async () => {
    const parent = await atB()
    const next = await chain.passOn(b, parent, c)
    await chain.receive(c, next)
    const last = await chain.passOn(c, next, d)
    expect((await chain.detail(a, parent)).items[0].forwarded_to).toMatchObject({ department: d.name })
    expect((await chain.detail(b, parent)).items[0].forwarded_to).toMatchObject({
      department: d.name,
      protocol_id: next.id,
    })
    await chain.receive(d, last)
    await chain.giveBack(d, last.items[0])
    await chain.confirm(c, last.items[0])
    expect((await chain.detail(a, parent)).items[0].forwarded_to).toMatchObject({ department: c.name })
  })

  // proves 20.33, 20.38
  it.each([
    [
      'its item is cancelled',
      (next: Sent) => c.client.post(`/api/protocols/items/${next.items[0]}/cancel`, { reason: 'x' }),
    ],
    ['its protocol is cancelled', (next: Sent) => c.client.post(`/api/protocols/${next.id}/cancel`, { reason: 'x' })],
    [
      'its protocol is cancelled after it was returned',
      async (next: Sent) => {
        await chain.receive(c, next)
        await chain.giveBack(c, next.items[0])
        return b.client.post(`/api/protocols/${next.id}/cancel`, { reason: 'x' })
      },
    ],
  ])('is free again at once when %s', async (_, cancel) => {
    const parent = await atB()
    const next = await chain.passOn(b, parent, c)
    expect((await cancel(next)).status).toBe(200)
    const now = await chain.detail(a, parent)
    expect(now.items[0].forwarded_to).toBeNull()
    expect(now.history[0].action).toBe('Item devolvido pelo encaminhamento')
    // Whoever cancelled it in the next department is not named.
    expect([null, b.person]).toContain(now.history[0].created_by)
    expect(JSON.stringify(now.history)).not.toContain(c.person)
    expect((await chain.forward(b, parent, d)).status).toBe(201)
  })

  // proves 20.34
  it('refuses nothing without return, and shows the chain', async () => {
    const parent = await atB({ requiresReturn: false })
    const next = await chain.passOn(b, parent, c)
    expect((await chain.detail(a, parent)).items[0].forwarded_to).toMatchObject({
      department: c.name,
      return_date: null,
    })
    await chain.done(b.client, `/api/protocols/${parent.id}/complete`)
    await chain.done(c.client, `/api/protocols/${next.id}/complete`)
    expect(await chain.track(a, parent)).toMatchObject({ current_location: c.name, custody: 'destination' })
    expect((await chain.detail(a, parent)).history.map(({ action }: { action: string }) => action)).not.toContain(
      'Item devolvido pelo encaminhamento',
    )
  })

  // proves 20.38
  it('leaves one entry per act in the history of the protocol that it left', async () => {
    const parent = await atB({ items: [{}, {}] })
    const next = await chain.passOn(b, parent, c)
    await chain.receive(c, next)
    for (const item of next.items) await chain.giveBack(c, item)
    await chain.done(b.client, '/api/protocols/items/bulk-complete', { item_ids: next.items })
    const { history } = await chain.detail(a, parent)
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'Item devolvido pelo encaminhamento', created_by: b.person },
      {
        action: 'Item encaminhado',
        created_by: b.person,
        description: expect.stringContaining(`encaminhou 2 itens de ${b.name} para ${c.name}: Item CT-1`),
      },
    ])
  })
})

// proves 20.42
it('is asked for, and reminded of, with where it is', async () => {
  const { db, clock } = chain
  const parent = await atB()
  await chain.passOn(b, parent, c)
  await a.client.post('/api/returns/remind', { item_ids: parent.items })
  clock.set('2026-11-24T12:00:00Z')
  await remindOfDueDates(db, { APP_TIMEZONE: 'America/Sao_Paulo' }, clock.now())
  clock.set('2026-11-16T12:00:00Z')
  const holder = await db.selectFrom('users').select('id').where('name', '=', b.person).executeTakeFirstOrThrow()
  const notices = await db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', holder.id)
    .where('message', 'like', `%${c.name}%`)
    .execute()
  expect(notices.some(({ message }) => message.includes(`prazo 24/11/2026, encaminhado para ${c.name}`))).toBe(true)
  expect(notices.some(({ message }) => message.includes(`vence hoje, encaminhado para ${c.name}`))).toBe(true)
})

// proves 20.32
it('ends after ten protocols, the first one counted, for each item by itself', async () => {
  const { db, as } = chain
  const stops: Organisation[] = [a, b]
  for (let hop = 3; hop <= 11; hop += 1) {
    const { id, name } = await buildDepartment(db)
    const person = await buildManager(db, { departmentId: id })
    stops.push({ id, name, person: person.name, client: as(person) })
  }
  let here = await atB()
  const first = here
  for (let hop = 2; hop <= 10; hop += 1) {
    const [from, to] = [stops[hop - 1], stops[hop]] as [Organisation, Organisation]
    here = await chain.passOn(from, here, to)
    await chain.receive(to, here)
  }
  const last = stops[10] as Organisation
  expect(await chain.forward(last, here, c)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('dez') },
  })
  expect((await chain.detail(a, first)).items[0].forwarded_to).toMatchObject({ department: last.name })
  expect((await chain.detail(a, first)).path).toMatchObject([{ at: 9, hops: expect.arrayContaining([]) }])
  expect((await chain.detail(a, first)).path[0].hops).toHaveLength(10)
})

// proves 20.31
it('goes in a circle when the departments want it to', async () => {
  const parent = await atB()
  const next = await chain.passOn(b, parent, c)
  await chain.receive(c, next)
  const round = await chain.passOn(c, next, a)
  expect(await chain.detail(a, round)).toMatchObject({
    items: [{ forwarded_from: { department: b.name, protocol_id: null } }],
  })
  expect((await chain.detail(a, parent)).items[0].forwarded_to).toMatchObject({ department: a.name })
})

it('keeps all derived data right', async () => {
  expect(await findBrokenInvariants(chain.db)).toEqual([])
})
