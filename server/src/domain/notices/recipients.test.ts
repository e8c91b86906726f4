import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildProtocol } from '../../test/builders.ts'
import { type Event, events, happen, type Name, type Organisation, openOrganisation } from './recipients.test-setup.ts'

let test: TestApp
let organisation: Organisation

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
})

beforeEach(async () => {
  organisation = await openOrganisation(test)
})

/** Performs the event and returns who was notified, and why. */
async function toldOf(event: Event): Promise<Partial<Record<string, string>>> {
  const protocolId = await happen(test, organisation, event)
  const rows = await test.db.selectFrom('notifications').selectAll().where('protocolId', '=', protocolId).execute()
  const nameOf = new Map(Object.entries(organisation.people).map(([name, id]) => [id, name]))
  const told = rows.map((row) => {
    expect(row).toMatchObject({ type: event.flag, readAt: null, createdAt: '2026-11-21T15:00:00.000Z' })
    expect(row.message).not.toMatch(/null|undefined/)
    const because = /^.+\nVocê recebeu este aviso porque (.+)\.$/s.exec(row.message)?.[1]
    return [nameOf.get(row.userId), because] as const
  })
  expect(new Set(told.map(([name]) => name)).size, 'each once').toBe(told.length)
  return Object.fromEntries(told)
}

const without = (told: Event['told'], ...names: (Name | undefined)[]) =>
  Object.fromEntries(Object.entries(told).filter(([name]) => !names.includes(name as Name)))

const change = (name: Name, values: object) =>
  test.db.updateTable('users').set(values).where('id', '=', organisation.people[name]).execute()

describe.each(events)('$event', (event) => {
  const names = Object.keys(event.told) as Name[]

  // proves 11.15, 11.16, 11.17, 11.18, 11.20
  it('tells exactly the people of the table, each once and for a reason of their own', async () => {
    expect(await toldOf(event)).toEqual(event.told)
  })

  it.each(names)('leaves %s alone, who does not want to know', async (name) => {
    await change(name, { [`notify_${event.flag}`]: false })
    expect(await toldOf(event)).toEqual(without(event.told, name))
  })

  // A new responsible user must be active, or they cannot be assigned.
  // A reminder or a due date then goes to the Gestores, see remind.test.ts.
  const mayLeave = (name: Name) =>
    !(name === 'successor' && event.flag === 'item_assigned') &&
    !(name === 'responsible' && /(remind|due-date)$/.test(event.path(0, 0)))
  // proves 11.15
  it.each(names.filter(mayLeave))('leaves %s alone, who is inactive', async (name) => {
    await change(name, { isActive: false })
    expect(await toldOf(event)).toEqual(without(event.told, name))
  })

  // proves 11.15
  it('never tells the person who did it', async () => {
    organisation.people.creator = organisation.people[event.by]
    expect(await toldOf(event)).toEqual(without(event.told, 'creator', event.by))
  })
})

it('does not tell a creator who has moved to a department that does not see the protocol', async () => {
  const elsewhere = await buildDepartment(test.db)
  await change('creator', { departmentId: elsewhere.id })
  const received = events.find(({ event }) => event === 'received')
  expect(received && Object.keys(await toldOf(received))).toEqual(['originGestor'])
})

// proves 11.18
it('tells of several items that are returned together once', async () => {
  const responsibleId = organisation.people.responsible
  const items = [{ responsibleId }, { responsibleId }, { responsibleId }]
  const protocol = await buildProtocol(test.db, {
    ...organisation.ends,
    createdBy: organisation.people.creator,
    status: protocolStatus.inProgress,
    items,
  })
  const itemIds = protocol.items.map(({ id }) => id)
  await test.as({ id: organisation.people.destinationGestor }).post('/api/protocols/items/bulk-return', { itemIds })
  const told = await test.db
    .selectFrom('notifications')
    .selectAll()
    .where('protocolId', '=', protocol.id)
    .orderBy('userId')
    .execute()
  expect(told.map(({ userId, title }) => [userId, title])).toEqual([
    [organisation.people.creator, '3 itens retornados'],
    [organisation.people.originGestor, '3 itens retornados'],
  ])
  expect(told[0]?.message).toMatch(/^.+ retornou 3 itens do protocolo #\d+: Item .+; Item .+; Item .+\.\n/)
})
