import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { brokenDerivedRows } from '../../test/permissions/snapshot.ts'

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

let test: TestApp
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let people: Pick<Scene, 'origin' | 'otherOrigin' | 'destination' | 'otherDestination' | 'personIds'>

beforeAll(async () => {
  test = await testApp()
  const { db, as } = test
  ends = { originDepartmentId: (await buildDepartment(db)).id, destinationDepartmentId: (await buildDepartment(db)).id }
  const origin = () => buildManager(db, { departmentId: ends.originDepartmentId })
  const destination = () => buildManager(db, { departmentId: ends.destinationDepartmentId })
  const receivers = [await destination(), await destination()] as const
  people = {
    origin: as(await origin()),
    otherOrigin: as(await origin()),
    destination: as(receivers[0]),
    otherDestination: as(receivers[1]),
    personIds: [receivers[0].id, receivers[1].id],
  }
  // Sessions begin before the race does.
  for (const client of Object.values(people)) if ('get' in client) await client.get('/api/nowhere')
})

async function scene(fields: Parameters<typeof buildProtocol>[1]): Promise<Scene> {
  const { id, items } = await buildProtocol(test.db, { ...ends, ...fields })
  const itemId = items[0]?.id ?? 0
  return { ...people, protocol: `/api/protocols/${id}`, item: `/api/protocols/items/${itemId}`, itemId }
}

const { pending, inProgress } = protocolStatus
const reason = { reason: 'Engano' }

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

it.each(races)(
  '$title at once: one goes through, the other hears why not',
  async ({ given, one, other, sentences }) => {
    for (let round = 0; round < 6; round += 1) {
      const set = await scene(given)
      const replies = await Promise.all(round % 2 ? [one(set), other(set)] : [other(set), one(set)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(sentences).toContain(replies.find(({ status }) => status === 409)?.body.message)
    }
    expect(await brokenDerivedRows(test.db)).toEqual([])
  },
)

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
  for (let round = 0; round < 10; round += 1) {
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
  expect(await brokenDerivedRows(db)).toEqual([])
})
