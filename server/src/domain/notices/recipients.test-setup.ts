import type { TellingAct } from '@malote/core/acts/told.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { buildDepartment, buildItemType, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

/** The organisation of these tests: everybody whom contract 11.15 mentions, and people who must never be notified. */
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
export type Name = keyof People

export interface Organisation {
  ends: { originDepartmentId: number; destinationDepartmentId: number }
  people: People
  itemTypeId: number
}

export async function openOrganisation({ db }: TestApp): Promise<Organisation> {
  const ends = {
    originDepartmentId: (await buildDepartment(db)).id,
    destinationDepartmentId: (await buildDepartment(db)).id,
  }
  const at = { departmentId: ends.originDepartmentId }
  const to = { departmentId: ends.destinationDepartmentId }
  const people = {
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
  return { ends, people, itemTypeId: (await buildItemType(db)).id }
}

export interface Event {
  event: string
  flag: string
  by: Name
  /** Who is notified, and for which reason: 'Você recebeu este aviso porque …'. */
  told: Partial<Record<Name, string>>
  given?: Parameters<typeof buildProtocol>[1]
  /** What the person presses, as its dialog knows it. */
  act?: TellingAct
  /** The item has no responsible user. */
  unanswered?: true
  /** The responsible user has moved to the origin. */
  hasLeft?: true
  method?: 'post' | 'put'
  /** The event creates the protocol. */
  creates?: true
  path: (protocolId: number, itemId: number) => string
  body?: (organisation: Organisation, itemId: number) => object
}

const { inProgress } = protocolStatus
const onProtocol = (verb: string) => (id: number) => `/api/protocols/${id}/${verb}`
const onItem = (verb: string) => (_id: number, itemId: number) => `/api/protocols/items/${itemId}/${verb}`
const reason = () => ({ reason: 'Extraviado' })

const created = 'criou o protocolo'
const answers = 'responde por este item'
const answered = 'respondia por um item dele'
const atDestination = 'é do departamento de destino'
const managesOrigin = 'é gestor do departamento de origem'
const managesDestination = 'é gestor do departamento de destino'
const everybodyThere = { destinationGestor: atDestination, successor: atDestination, commenter: atDestination }

/** Contract 11.16, 11.17, 11.18 and 17.22, line by line. */
export const events: Event[] = [
  {
    event: 'created',
    flag: 'new_protocol',
    by: 'creator',
    told: { ...everybodyThere, destinationUser: atDestination, responsible: atDestination },
    creates: true,
    path: () => '/api/protocols',
    body: ({ ends, itemTypeId }) => ({
      remarks: 'Contratos',
      origin_department_id: ends.originDepartmentId,
      destination_department_id: ends.destinationDepartmentId,
      requires_return: false,
      items: [{ item_type_id: itemTypeId }],
    }),
  },
  {
    event: 'edited',
    flag: 'protocol_edited',
    by: 'originUser',
    told: { ...everybodyThere, destinationUser: atDestination, responsible: atDestination },
    method: 'put',
    path: (id) => `/api/protocols/${id}`,
    body: () => ({ remarks: 'Contratos e aditivos' }),
  },
  {
    event: 'received',
    flag: 'protocol_received',
    by: 'destinationUser',
    told: { creator: created, originGestor: managesOrigin },
    path: onProtocol('receive'),
  },
  {
    event: 'cancelled',
    act: 'cancel',
    flag: 'protocol_canceled',
    by: 'originUser',
    told: { creator: created, responsible: answered, ...everybodyThere, destinationUser: atDestination },
    path: onProtocol('cancel'),
    body: reason,
  },
  {
    event: 'cancelled by the destination',
    act: 'cancel',
    flag: 'protocol_canceled',
    by: 'destinationUser',
    told: { creator: created, responsible: answered, ...everybodyThere },
    path: onProtocol('cancel'),
    body: reason,
  },
  {
    event: 'completed by the origin',
    act: 'complete',
    flag: 'protocol_completed',
    by: 'originUser',
    told: { creator: created, responsible: answered, destinationGestor: 'é gestor do outro departamento' },
    given: { status: inProgress, items: [{ status: itemStatus.returned }] },
    path: onProtocol('complete'),
  },
  {
    event: 'completed by the destination',
    act: 'complete',
    flag: 'protocol_completed',
    by: 'destinationUser',
    told: { creator: created, responsible: answered, originGestor: 'é gestor do outro departamento' },
    given: { requiresReturn: false },
    path: onProtocol('complete'),
  },
  {
    event: 'comment',
    flag: 'protocol_comment',
    by: 'destinationUser',
    told: { creator: created, responsible: 'responde por um item dele', commenter: 'também comentou' },
    path: onProtocol('comments'),
    body: () => ({ text: 'Falta uma assinatura' }),
  },
  {
    event: 'item returned',
    act: 'returnItem',
    flag: 'item_return',
    by: 'destinationUser',
    told: { creator: created, originGestor: managesOrigin },
    given: { status: inProgress },
    path: onItem('return'),
  },
  {
    event: 'item completed',
    act: 'completeItem',
    flag: 'item_completed',
    by: 'originUser',
    told: { responsible: answers, destinationGestor: managesDestination },
    given: { status: inProgress, items: [{ status: itemStatus.returned }] },
    path: onItem('complete'),
  },
  {
    event: 'item cancelled',
    act: 'cancelItem',
    flag: 'item_canceled',
    by: 'destinationUser',
    told: { creator: created, responsible: 'respondia por este item' },
    path: onItem('cancel'),
    body: reason,
  },
  {
    event: 'assigned',
    flag: 'item_assigned',
    by: 'destinationGestor',
    told: { successor: 'agora responde por isso' },
    unanswered: true,
    path: onItem('assign'),
    method: 'put',
    body: (organisation) => ({ userId: organisation.people.successor }),
  },
  {
    event: 'transferred',
    act: 'transfer',
    flag: 'item_assigned',
    by: 'destinationGestor',
    told: { successor: 'agora responde por este item', responsible: 'respondia por este item até agora' },
    path: onItem('transfer'),
    body: (organisation) => ({ newUserId: organisation.people.successor }),
  },
  {
    event: 'due date set for an item somebody answers for',
    act: 'dueDate',
    flag: 'item_return',
    by: 'originUser',
    told: { responsible: answers },
    path: onItem('due-date'),
    method: 'put',
    body: () => ({ return_date: '2026-12-24', ...reason() }),
  },
  {
    event: 'due date set for an item nobody answers for',
    act: 'dueDate',
    flag: 'item_return',
    by: 'originUser',
    told: { destinationGestor: `${managesDestination} e o item ainda não tem responsável` },
    unanswered: true,
    path: onItem('due-date'),
    method: 'put',
    body: () => ({ return_date: '2026-12-24', ...reason() }),
  },
  {
    event: 'due date set for an item whose responsible user has left',
    flag: 'item_return',
    by: 'originUser',
    told: { destinationGestor: `${managesDestination} e o responsável pelo item não está mais no departamento` },
    hasLeft: true,
    path: onItem('due-date'),
    method: 'put',
    body: () => ({ return_date: '2026-12-24', ...reason() }),
  },
  {
    event: 'due dates set for items whose responsible user has left',
    flag: 'item_return',
    by: 'originUser',
    told: { destinationGestor: `${managesDestination} e ninguém de lá responde por isso` },
    hasLeft: true,
    path: () => '/api/protocols/items/bulk-due-date',
    body: (_organisation, itemId) => ({ item_ids: [itemId], return_date: '2026-12-24', ...reason() }),
  },
  {
    event: 'asked for an item somebody answers for',
    act: 'remind',
    flag: 'item_return',
    by: 'originUser',
    told: { responsible: 'responde por isso' },
    path: () => '/api/returns/remind',
    body: (_organisation, itemId) => ({ item_ids: [itemId] }),
  },
  {
    event: 'asked for an item nobody answers for',
    act: 'remind',
    flag: 'item_return',
    by: 'originUser',
    told: { destinationGestor: `${managesDestination} e ninguém de lá responde por isso` },
    unanswered: true,
    path: () => '/api/returns/remind',
    body: (_organisation, itemId) => ({ item_ids: [itemId] }),
  },
]

/** Performs the event in the organisation and returns the protocol's id. */
export async function happen(test: TestApp, organisation: Organisation, event: Event): Promise<number> {
  const { ends, people } = organisation
  const { by, given = {}, unanswered, hasLeft, path, method = 'post', body } = event
  const client = test.as({ id: people[by] })
  if (event.creates) {
    const reply = await client.post(path(0, 0), body?.(organisation, 0))
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body.protocol_id
  }
  const [item = {}] = given.items ?? []
  const protocol = await buildProtocol(test.db, {
    ...ends,
    createdBy: people.creator,
    createdAt: test.clock.now(),
    ...given,
    items: [{ ...item, responsibleId: unanswered ? null : people.responsible }],
  })
  if (hasLeft) {
    const departmentId = ends.originDepartmentId
    await test.db.updateTable('users').set({ departmentId }).where('id', '=', people.responsible).execute()
  }
  const itemId = protocol.items[0]?.id ?? 0
  const said = { protocolId: protocol.id, text: 'Recebido' }
  await test.db
    .insertInto('comments')
    .values({ ...said, createdBy: people.commenter })
    .execute()
  const reply = await client[method](path(protocol.id, itemId), body?.(organisation, itemId))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200 + (event.event === 'comment' ? 1 : 0))
  return protocol.id
}
