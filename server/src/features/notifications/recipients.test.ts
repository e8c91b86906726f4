import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../db/connect.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

/** The organisation of these tests: everybody DESIGN 5 speaks of, and people who must never hear anything. */
interface People {
  creator: number
  originGestor: number
  originUser: number
  destinationGestor: number
  destinationUser: number
  responsible: number
  successor: number
  commenter: number
  outsider: number
}
type Name = keyof People

let test: TestApp
let db: Db
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let people: People

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  db = test.db
})

beforeEach(async () => {
  ends = { originDepartmentId: (await buildDepartment(db)).id, destinationDepartmentId: (await buildDepartment(db)).id }
  const at = { departmentId: ends.originDepartmentId }
  const to = { departmentId: ends.destinationDepartmentId }
  people = {
    creator: (await buildUser(db, at)).id,
    originGestor: (await buildManager(db, at)).id,
    originUser: (await buildUser(db, at)).id,
    destinationGestor: (await buildManager(db, to)).id,
    destinationUser: (await buildUser(db, to)).id,
    responsible: (await buildUser(db, to)).id,
    successor: (await buildUser(db, to)).id,
    commenter: (await buildUser(db, to)).id,
    outsider: (await buildManager(db)).id,
  }
})

interface Event {
  event: string
  flag: string
  by: Name
  told: Name[]
  given?: Parameters<typeof buildProtocol>[1]
  /** Nobody answers for the item. */
  unanswered?: true
  path: (protocolId: number, itemId: number) => string
  method?: 'post' | 'put'
  body?: () => object
}

const { inProgress } = protocolStatus
const onProtocol = (verb: string) => (id: number) => `/api/protocols/${id}/${verb}`
const onItem = (verb: string) => (_id: number, itemId: number) => `/api/protocols/items/${itemId}/${verb}`
const reason = () => ({ reason: 'Extraviado' })

/** DESIGN 5 "Who is notified", line by line. */
const events: Event[] = [
  {
    event: 'received',
    flag: 'protocol_received',
    by: 'destinationUser',
    told: ['creator', 'originGestor'],
    path: onProtocol('receive'),
  },
  {
    event: 'cancelled',
    flag: 'protocol_canceled',
    by: 'originUser',
    told: ['creator', 'destinationGestor', 'destinationUser', 'responsible', 'successor', 'commenter'],
    path: onProtocol('cancel'),
    body: reason,
  },
  {
    event: 'cancelled by the destination',
    flag: 'protocol_canceled',
    by: 'destinationUser',
    told: ['creator', 'destinationGestor', 'responsible', 'successor', 'commenter'],
    path: onProtocol('cancel'),
    body: reason,
  },
  {
    event: 'completed by the origin',
    flag: 'protocol_completed',
    by: 'originUser',
    told: ['creator', 'responsible', 'destinationGestor'],
    given: { status: inProgress, items: [{ status: itemStatus.returned }] },
    path: onProtocol('complete'),
  },
  {
    event: 'completed by the destination',
    flag: 'protocol_completed',
    by: 'destinationUser',
    told: ['creator', 'responsible', 'originGestor'],
    given: { requiresReturn: false },
    path: onProtocol('complete'),
  },
  {
    event: 'comment',
    flag: 'protocol_comment',
    by: 'destinationUser',
    told: ['creator', 'responsible', 'commenter'],
    path: onProtocol('comments'),
    body: () => ({ text: 'Falta uma assinatura' }),
  },
  {
    event: 'item returned',
    flag: 'item_return',
    by: 'destinationUser',
    told: ['creator', 'originGestor'],
    given: { status: inProgress },
    path: onItem('return'),
  },
  {
    event: 'item completed',
    flag: 'item_completed',
    by: 'originUser',
    told: ['responsible', 'destinationGestor'],
    given: { status: inProgress, items: [{ status: itemStatus.returned }] },
    path: onItem('complete'),
  },
  {
    event: 'item cancelled',
    flag: 'item_canceled',
    by: 'destinationUser',
    told: ['creator', 'responsible'],
    path: onItem('cancel'),
    body: reason,
  },
  {
    event: 'assigned',
    flag: 'item_assigned',
    by: 'destinationGestor',
    told: ['successor'],
    unanswered: true,
    path: onItem('assign'),
    method: 'put',
    body: () => ({ userId: people.successor }),
  },
  {
    event: 'transferred',
    flag: 'item_assigned',
    by: 'destinationGestor',
    told: ['successor', 'responsible'],
    path: onItem('transfer'),
    body: () => ({ newUserId: people.successor }),
  },
  {
    event: 'due date set for an item somebody answers for',
    flag: 'item_return',
    by: 'originUser',
    told: ['responsible'],
    path: onItem('due-date'),
    method: 'put',
    body: () => ({ return_date: '2026-12-24', ...reason() }),
  },
  {
    event: 'due date set for an item nobody answers for',
    flag: 'item_return',
    by: 'originUser',
    told: ['destinationGestor'],
    unanswered: true,
    path: onItem('due-date'),
    method: 'put',
    body: () => ({ return_date: '2026-12-24', ...reason() }),
  },
]

/** Lets the event happen and says who was told of it. */
async function happen({ by, given = {}, unanswered, path, method = 'post', body, flag }: Event) {
  const responsibleId = unanswered ? null : people.responsible
  const [item = {}] = given.items ?? []
  const items = [{ ...item, responsibleId }]
  const protocol = await buildProtocol(db, {
    ...ends,
    createdBy: people.creator,
    createdAt: test.clock.now(),
    ...given,
    items,
  })
  const said = { protocolId: protocol.id, text: 'Recebido' }
  await db
    .insertInto('comments')
    .values({ ...said, createdBy: people.commenter })
    .execute()

  const reply = await test.as({ id: people[by] })[method](path(protocol.id, protocol.items[0]?.id ?? 0), body?.())
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  const rows = await db.selectFrom('notifications').selectAll().where('protocolId', '=', protocol.id).execute()
  for (const row of rows) {
    expect(row).toMatchObject({ type: flag, readAt: null, createdAt: '2026-11-21T15:00:00.000Z' })
    expect(row.message).toContain('Você recebeu este aviso porque')
    expect(row.message).not.toMatch(/null|undefined/)
  }
  const names = Object.entries(people).map(([name, id]) => [id, name])
  return rows.map(({ userId }) => new Map(names as [number, Name][]).get(userId)).sort()
}

const without = (told: readonly Name[], name: Name | undefined) => told.filter((other) => other !== name).sort()

describe.each(events)('$event', (event) => {
  it('tells exactly the people of the table, each once', async () => {
    expect(await happen(event)).toEqual([...event.told].sort())
  })

  it('leaves alone whoever does not want to know', async () => {
    const [name] = event.told
    if (name)
      await db
        .updateTable('users')
        .set({ [`notify_${event.flag}`]: false })
        .where('id', '=', people[name])
        .execute()
    expect(await happen(event)).toEqual(without(event.told, name))
  })

  it('leaves alone whoever is inactive', async () => {
    const name = event.told.at(-1)
    // A new responsible user is active, or else is not assigned.
    if (!name || name === 'successor') return
    await db.updateTable('users').set({ isActive: false }).where('id', '=', people[name]).execute()
    expect(await happen(event)).toEqual(without(event.told, name))
  })

  it('never tells the person who did it', async () => {
    const actor = people[event.by]
    people.creator = actor
    expect(await happen(event)).toEqual(without(event.told, 'creator').filter((name) => name !== event.by))
  })
})

it('does not tell a creator who has moved to a department that does not see the protocol', async () => {
  const elsewhere = await buildDepartment(db)
  await db.updateTable('users').set({ departmentId: elsewhere.id }).where('id', '=', people.creator).execute()
  const received = events.find(({ event }) => event === 'received')
  expect(received && (await happen(received))).toEqual(['originGestor'])
})

it('tells of several items that are returned together once', async () => {
  const responsibleId = people.responsible
  const items = [{ responsibleId }, { responsibleId }, { responsibleId }]
  const protocol = await buildProtocol(db, { ...ends, createdBy: people.creator, status: inProgress, items })
  const itemIds = protocol.items.map(({ id }) => id)
  await test.as({ id: people.destinationGestor }).post('/api/protocols/items/bulk-return', { itemIds })
  const told = await db
    .selectFrom('notifications')
    .selectAll()
    .where('protocolId', '=', protocol.id)
    .orderBy('userId')
    .execute()
  expect(told.map(({ userId, title }) => [userId, title])).toEqual([
    [people.creator, '3 itens retornados'],
    [people.originGestor, '3 itens retornados'],
  ])
})
