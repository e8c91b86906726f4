import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../../test/builders.ts'
import type { Client, Reply } from '../../../test/client.ts'
import { untilWaiting } from '../../../test/database.ts'
import { isLong } from '../../../test/fuzz-runs.ts'

interface Scene {
  origin: Client
  otherOrigin: Client
  destination: Client
  otherDestination: Client
  protocol: string
  item: string
  itemId: number
  personIds: [number, number]
}

const rounds = isLong ? 10 : 5

let test: TestApp
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let elsewhereId: number
let people: Pick<Scene, 'origin' | 'otherOrigin' | 'destination' | 'otherDestination' | 'personIds'>

beforeAll(async () => {
  test = await testApp()
  const { db, as } = test
  ends = { originDepartmentId: (await buildDepartment(db)).id, destinationDepartmentId: (await buildDepartment(db)).id }
  elsewhereId = (await buildDepartment(db)).id
  const origin = () => buildManager(db, { departmentId: ends.originDepartmentId })
  const destination = (name: string) => buildManager(db, { departmentId: ends.destinationDepartmentId, name })
  const receivers = [await destination('Ana Lima'), await destination('Bia Reis')] as const
  people = {
    origin: as(await origin()),
    otherOrigin: as(await origin()),
    destination: as(receivers[0]),
    otherDestination: as(receivers[1]),
    personIds: [receivers[0].id, receivers[1].id],
  }
  // Opens the sessions before the race starts.
  for (const client of Object.values(people)) if ('get' in client) await client.get('/api/nowhere')
})

async function scene(fields: Parameters<typeof buildProtocol>[1]): Promise<Scene> {
  const { id, items } = await buildProtocol(test.db, { ...ends, ...fields })
  const itemId = items[0]?.id ?? 0
  return { ...people, protocol: `/api/protocols/${id}`, item: `/api/protocols/items/${itemId}`, itemId }
}

const { pending, inProgress } = protocolStatus
const reason = { reason: 'Engano' }
/** To another department. */
const elsewhere = () => ({ destination_department_id: elsewhereId, ...reason })

interface Race {
  title: string
  given: Parameters<typeof buildProtocol>[1]
  one: (scene: Scene) => Promise<Reply>
  other: (scene: Scene) => Promise<Reply>
  sentences: string[]
}

const races: Race[] = [
  {
    title: 'receive and receive',
    given: { status: pending },
    one: ({ destination, protocol }) => destination.post(`${protocol}/receive`),
    other: ({ otherDestination, protocol }) => otherDestination.post(`${protocol}/receive`),
    sentences: ['Este protocolo já foi recebido'],
  },
  {
    title: 'receive and refuse',
    given: { status: pending },
    one: ({ destination, protocol }) => destination.post(`${protocol}/receive`),
    other: ({ otherDestination, protocol }) => otherDestination.post(`${protocol}/refuse`, reason),
    sentences: ['Este protocolo já foi cancelado', 'Este protocolo já foi recebido e não pode mais ser recusado'],
  },
  {
    title: 'refuse and redirect',
    given: { status: pending },
    one: ({ destination, protocol }) => destination.post(`${protocol}/refuse`, reason),
    other: ({ origin, protocol }) => origin.post(`${protocol}/redirect`, elsewhere()),
    sentences: ['Este protocolo já foi cancelado'],
  },
  {
    title: 'redirect and redirect',
    given: { status: pending },
    one: ({ origin, protocol }) => origin.post(`${protocol}/redirect`, elsewhere()),
    other: ({ otherOrigin, protocol }) => otherOrigin.post(`${protocol}/redirect`, elsewhere()),
    sentences: ['Este protocolo já foi cancelado'],
  },
  {
    title: 'receive and redirect',
    given: { status: pending },
    one: ({ destination, protocol }) => destination.post(`${protocol}/receive`),
    other: ({ origin, protocol }) => origin.post(`${protocol}/redirect`, elsewhere()),
    sentences: ['Este protocolo já foi cancelado', 'Este protocolo já foi recebido e não pode mais ser redirecionado'],
  },
  {
    title: 'complete and complete',
    given: { status: inProgress, items: [{ status: itemStatus.returned }] },
    one: ({ origin, protocol }) => origin.post(`${protocol}/complete`),
    other: ({ otherOrigin, protocol }) => otherOrigin.post(`${protocol}/complete`),
    sentences: ['Este protocolo já foi concluído'],
  },
  {
    title: 'cancel and cancel',
    given: { status: inProgress, items: [{}, { status: itemStatus.returned }] },
    one: ({ origin, protocol }) => origin.post(`${protocol}/cancel`, reason),
    other: ({ destination, protocol }) => destination.post(`${protocol}/cancel`, reason),
    sentences: ['Este protocolo já foi cancelado'],
  },
  {
    title: 'complete and cancel',
    given: { status: pending, requiresReturn: false },
    one: ({ destination, protocol }) => destination.post(`${protocol}/complete`),
    other: ({ origin, protocol }) => origin.post(`${protocol}/cancel`, reason),
    sentences: ['Este protocolo já foi cancelado', 'Este protocolo já foi concluído'],
  },
  {
    title: 'return and return',
    given: { status: inProgress },
    one: ({ destination, item }) => destination.post(`${item}/return`),
    other: ({ otherDestination, item }) => otherDestination.post(`${item}/return`),
    sentences: ['Este item já foi retornado'],
  },
  {
    title: 'return and cancel of an item',
    given: { status: inProgress },
    one: ({ destination, item }) => destination.post(`${item}/return`),
    other: ({ origin, item }) => origin.post(`${item}/cancel`, reason),
    sentences: ['Este item já foi retornado', 'Este item já foi cancelado'],
  },
  {
    title: 'assign and assign',
    given: { status: inProgress },
    one: ({ destination, item, personIds }) => destination.put(`${item}/assign`, { userId: personIds[0] }),
    other: ({ otherDestination, item, personIds }) => otherDestination.put(`${item}/assign`, { userId: personIds[1] }),
    sentences: ['Este item já possui um usuário atribuído'],
  },
]

// proves 12.15, 13.1, 20.4
it.each(races)(
  '$title at once: one goes through, the other hears why not',
  async ({ given, one, other, sentences }) => {
    for (let round = 0; round < 4; round += 1) {
      const set = await scene(given)
      const replies = await Promise.all(round % 2 ? [one(set), other(set)] : [other(set), one(set)])
      expect(replies.map(({ status, body }) => [status, body.code]).sort()).toEqual([
        [expect.toBeOneOf([200, 201]), undefined],
        [409, expect.any(String)],
      ])
      expect(sentences).toContain(replies.find(({ status }) => status === 409)?.body.message)
    }
    expect(await findBrokenInvariants(test.db)).toEqual([])
  },
)

/**
 * Pairs of actions that are allowed one after the other: the second loses only because both started from the same
 * state. The protocol stays locked until both requests wait for it.
 */
const overtaken: Race[] = [
  {
    title: 'transfer and transfer',
    given: { status: inProgress },
    one: ({ destination, item, personIds }) => destination.post(`${item}/transfer`, { newUserId: personIds[0] }),
    other: ({ otherDestination, item, personIds }) =>
      otherDestination.post(`${item}/transfer`, { newUserId: personIds[1] }),
    sentences: ['Este item acabou de passar para Ana Lima', 'Este item acabou de passar para Bia Reis'],
  },
  {
    title: 'transfer and transfer to the same person',
    given: { status: inProgress },
    one: ({ destination, item, personIds }) => destination.post(`${item}/transfer`, { newUserId: personIds[0] }),
    other: ({ otherDestination, item, personIds }) =>
      otherDestination.post(`${item}/transfer`, { newUserId: personIds[0] }),
    sentences: ['Este item acabou de passar para Ana Lima'],
  },
  {
    title: 'due date and due date',
    given: { status: inProgress },
    one: ({ origin, item }) => origin.put(`${item}/due-date`, { return_date: '2099-12-01', ...reason }),
    other: ({ otherOrigin, item }) => otherOrigin.put(`${item}/due-date`, { return_date: '2099-12-02', ...reason }),
    sentences: [
      'O prazo deste item acabou de ser alterado para 01/12/2099',
      'O prazo deste item acabou de ser alterado para 02/12/2099',
    ],
  },
]

// proves 12.15
it.each(overtaken)('$title at once: the second hears who was first', async ({ given, one, other, sentences }) => {
  const responsible = await buildUser(test.db, { departmentId: ends.destinationDepartmentId })
  const set = await scene({ ...given, items: [{ responsibleId: responsible.id, returnDate: '2099-01-01' }] })
  const replies = await whileHeld(set, 2, () => [one(set), other(set)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(sentences).toContain(replies.find(({ status }) => status === 409)?.body.message)
  expect(await test.db.selectFrom('history').select('id').where('itemId', '=', set.itemId).execute()).toHaveLength(1)
})

/** The responses to requests that all found the item's protocol locked by another transaction. */
async function whileHeld(set: Scene, count: number, send: () => Promise<Reply>[]): Promise<Reply[]> {
  const sent: Promise<Reply>[] = []
  await test.db.transaction().execute(async (trx) => {
    const itsProtocol = trx.selectFrom('items').select('protocolId').where('id', '=', set.itemId)
    await trx.selectFrom('protocols').select('id').where('id', '=', itsProtocol).forUpdate().execute()
    sent.push(...send())
    await untilWaiting(test.db, count)
  })
  return await Promise.all(sent)
}

// proves 20.5
it('redirects what an edit has just changed, or refuses the edit', async () => {
  for (let round = 0; round < 4; round += 1) {
    const set = await scene({ status: pending })
    const edit = () => set.origin.put(set.protocol, { remarks: 'Com a nova via', items: [] })
    const redirect = () => set.otherOrigin.post(`${set.protocol}/redirect`, elsewhere())
    const [edited, redirected] = await Promise.all(round % 2 ? [edit(), redirect()] : [redirect(), edit()].toReversed())
    expect(redirected?.status).toBe(201)
    const next = await set.origin.get(`/api/protocols/${redirected?.body.protocol_id}`)
    expect([200, 409]).toContain(edited?.status)
    expect(next.body.remarks === 'Com a nova via').toBe(edited?.status === 200)
  }
  expect(await findBrokenInvariants(test.db)).toEqual([])
})

// proves V2.3.4
it('returns an item once, however many press the button in the list and in the panel', async () => {
  const responsibleId = people.personIds[0]
  const set = await scene({ status: inProgress, items: [{ responsibleId }] })
  const bulk = (client: Client) => client.post('/api/protocols/items/bulk-return', { itemIds: [set.itemId] })
  const replies = await Promise.all([
    bulk(set.destination),
    set.otherDestination.post(`${set.item}/return`),
    bulk(set.otherDestination),
    set.destination.post(`${set.item}/return`),
  ])
  const done = replies.filter(({ status, body }) => status === 200 && body.results?.success.length !== 0)
  expect(done).toHaveLength(1)
  const lines = await test.db.selectFrom('history').select('action').where('itemId', '=', set.itemId).execute()
  expect(lines).toEqual([{ action: 'Item retornado' }])
})

// proves 16.9
it('closes protocols while others are created between the same departments, and nobody deadlocks', async () => {
  const { db, as } = test
  const third = await buildDepartment(db)
  const creator = await buildUser(db, { departmentId: ends.originDepartmentId })
  const itemTypeId = (
    await db.insertInto('itemTypes').values({ name: 'Caixa' }).returning('id').executeTakeFirstOrThrow()
  ).id
  const receivers = new Map([
    [ends.destinationDepartmentId, people.destination],
    [third.id, as(await buildUser(db, { departmentId: third.id }))],
  ])
  const create = (destinationDepartmentId: number) =>
    db.transaction().execute((trx) =>
      buildProtocol(trx, {
        originDepartmentId: ends.originDepartmentId,
        destinationDepartmentId,
        createdBy: creator.id,
        requiresReturn: false,
        items: [{ itemTypeId, returnDate: '2026-12-01' }],
      }),
    )
  const open = await Promise.all([...receivers.keys(), ...receivers.keys(), ...receivers.keys()].map(create))
  for (let round = 0; round < rounds; round += 1) {
    const work = open.splice(0).map(async ({ id, destinationDepartmentId }, index) => {
      const client = receivers.get(destinationDepartmentId) as Client
      const verb =
        (index + round) % 3 === 0
          ? client.post(`/api/protocols/${id}/cancel`, reason)
          : client.post(`/api/protocols/${id}/complete`)
      expect((await verb).status).toBe(200)
    })
    const created = [...receivers.keys(), ...receivers.keys(), ...receivers.keys()].map(create)
    await Promise.all(work)
    open.push(...(await Promise.all(created)))
  }
  expect(await findBrokenInvariants(db)).toEqual([])
})

// proves 16.9
it('returns items while protocols of the same departments are cancelled and created, and nobody deadlocks', async () => {
  const { db, as } = test
  const receivers = await Promise.all(
    [1, 2, 3].map(async () => {
      const { id: departmentId } = await buildDepartment(db)
      const { id } = await buildManager(db, { departmentId })
      const client = as({ id })
      await client.get('/api/nowhere')
      return { departmentId, id, client }
    }),
  )
  type Receiver = (typeof receivers)[number]
  const due = (id: number) => [
    { responsibleId: id, returnDate: '2026-01-06' },
    { responsibleId: id, returnDate: '2999-01-08' },
  ]
  const build = ({ departmentId, id }: Receiver, fields: Parameters<typeof buildProtocol>[1]) =>
    db.transaction().execute((trx) =>
      buildProtocol(trx, {
        ...{ originDepartmentId: ends.originDepartmentId, destinationDepartmentId: departmentId },
        ...{ createdBy: id, createdAt: '2026-01-05T12:00:00Z' },
        ...fields,
      }),
    )
  for (let round = 0; round < rounds; round += 1) {
    const open: Awaited<ReturnType<typeof build>>[] = []
    for (const receiver of [...receivers, ...receivers]) {
      const items = [{ status: itemStatus.returned, returnDate: '2026-01-06' }, ...due(receiver.id)]
      open.push(await build(receiver, { status: inProgress, receivedBy: receiver.id, items }))
    }
    const creations = Promise.all(receivers.map((receiver) => build(receiver, { items: due(receiver.id) })))
    const replies = await Promise.all(
      open.map(({ id, items }, index) => {
        if (index % 2) return people.origin.post(`/api/protocols/${id}/cancel`, reason)
        const itemIds = items.slice(1).map((item) => item.id)
        return receivers[index % 3]?.client.post('/api/protocols/items/bulk-return', { itemIds })
      }),
    )
    expect(replies.map((reply) => reply?.status)).toEqual(open.map(() => 200))
    await creations
  }
  expect(await findBrokenInvariants(db)).toEqual([])
})

it('receives protocols while others of the same route are closed, and nobody deadlocks', async () => {
  const { db } = test
  const route = { originDepartmentId: ends.originDepartmentId, destinationDepartmentId: (await buildDepartment(db)).id }
  const receiver = test.as(await buildUser(db, { departmentId: route.destinationDepartmentId }))
  // A new pair of departments: the rows of its totals are created while all requests wait for them.
  for (let round = 0; round < rounds; round += 1) {
    const open = []
    for (let n = 0; n < 8; n += 1) {
      const status = n % 2 ? pending : inProgress
      open.push(await buildProtocol(db, { ...route, status, items: [{ status: itemStatus.returned }] }))
    }
    const replies = await Promise.all(
      open.map(({ id, status }, index) => {
        if (status === pending) return receiver.post(`/api/protocols/${id}/receive`)
        if (index % 4) return people.origin.post(`/api/protocols/${id}/cancel`, reason)
        return people.origin.post(`/api/protocols/${id}/complete`)
      }),
    )
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(open.map(() => [200, undefined]))
  }
  expect(await findBrokenInvariants(db)).toEqual([])
})
