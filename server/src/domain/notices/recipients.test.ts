import { toldWords } from '@malote/core/acts/told.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetOldNotifications } from '../../features/notifications/forget-old-notifications.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { file, samplePdf } from '../../test/sample-files.ts'
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

  it.runIf(event.act)('tells those whom its dialog names', () => {
    const { act = 'cancel', by, unanswered, given } = event
    const about = {
      ...{ creator: 'creator', origins: ['origin'], destinations: ['destination'] },
      ...{ responsibles: [unanswered ? null : 'responsible'], requiresReturn: given?.requiresReturn ?? true },
    }
    const everybody = ['destinationGestor', 'destinationUser', 'successor', 'commenter']
    const said = toldWords(act, about, by)
      .replace('os gestores de origin', 'originGestor')
      .replace('os gestores de destination', 'destinationGestor')
      .replace('todos de destination', everybody.filter((name) => name !== by).join(', '))
    // The person whom one chooses in the dialog is not named again.
    const told = Object.keys(event.told).filter((name) => act !== 'transfer' || name !== 'successor')
    expect(said.match(/\w+(?=,| e |\.$)|(?<= para )\w+/g)?.sort()).toEqual(told.sort())
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

// proves 18.91
describe('more than 20 notices of a kind about one protocol in an hour', () => {
  const inboxOf = async (id: number) => (await test.as({ id }).get(`/notifications/${id}?limit=100`)).body
  const titlesOf = ({ notifications }: { notifications: { title: string }[] }) =>
    notifications.map(({ title }) => title)
  const protocolWith = (count: number) =>
    buildProtocol(test.db, {
      ...{ ...organisation.ends, createdBy: organisation.people.creator, status: protocolStatus.inProgress },
      items: Array.from({ length: count }, () => ({})),
    })

  it('become one with their number, which quotes the last; other kinds and later hours stay apart', async () => {
    const { id } = await protocolWith(1)
    const as = test.as({ id: organisation.people.destinationGestor })
    const comment = (text: string) => as.post(`/api/protocols/${id}/comments`, { text })
    for (let count = 1; count <= 20; count += 1) expect((await comment(`Recado ${count}`)).status).toBe(201)
    const creator = organisation.people.creator
    const apart = await inboxOf(creator)
    expect([apart.meta, apart.notifications.length]).toEqual([{ unread: 20 }, 20])
    const others = (await inboxOf(organisation.people.originGestor)).notifications

    for (let count = 21; count <= 23; count += 1) await comment(`Recado ${count}`)
    const gathered = await inboxOf(creator)
    expect([gathered.meta, titlesOf(gathered)]).toEqual([{ unread: 1 }, [`23 comentários no protocolo #${id}`]])
    expect(gathered.notifications[0].message).toContain('“Recado 23”')
    expect(gathered.notifications[0]).toMatchObject({ type: 'protocol_comment', is_read: 0 })
    expect((await inboxOf(organisation.people.originGestor)).notifications).toEqual(others)

    await as.post(`/api/protocols/${id}/cancel`, { reason: 'Duplicado' })
    expect(titlesOf(await inboxOf(creator)).slice(1)).toEqual([`23 comentários no protocolo #${id}`])
  })

  it('are gathered from single acts on its items, too', async () => {
    const { id, items } = await protocolWith(22)
    const as = test.as({ id: organisation.people.destinationGestor })
    for (const item of items) expect((await as.post(`/api/protocols/items/${item.id}/return`)).status).toBe(200)
    expect(titlesOf(await inboxOf(organisation.people.creator))).toEqual([
      `22 avisos sobre devoluções no protocolo #${id}`,
    ])
  })

  it('of which there were none for an hour begin anew', async () => {
    const { id } = await protocolWith(1)
    const { creator, destinationGestor } = organisation.people
    const rows = Array.from({ length: 20 }, () => ({
      ...{ userId: creator, type: 'protocol_comment', title: 'Novo comentário', message: 'Ana comentou.' },
      ...{ protocolId: id, createdAt: '2026-11-21T13:59:00Z' },
    }))
    await test.db.insertInto('notifications').values(rows).execute()
    const entry = { action: 'Protocolo editado', description: 'Editado', createdAt: '2026-11-21T14:59:00Z' }
    const ends = { protocolId: id, ...organisation.ends }
    await test.db
      .insertInto('history')
      .values(rows.map(() => ({ ...entry, ...ends })))
      .execute()
    await test.as({ id: destinationGestor }).post(`/api/protocols/${id}/comments`, { text: 'Bom dia' })
    expect(titlesOf(await inboxOf(creator))).toHaveLength(21)
  })
})

describe('a limit of notices', () => {
  // A hundredth of the usual limit: a person may notify 100 people in an hour.
  const options = { now: '2026-11-20T15:00:00Z', config: { FAIR_USE_FACTOR: 0.01 } }

  /** An organisation whose sender has notified the 60 people of a large department 40 minutes ago. */
  async function busyOrganisation() {
    const organisation = await testOrganisation(options)
    const { db, as, sender, form, clock } = organisation
    const large = await buildDepartment(db)
    for (let count = 0; count < 60; count += 1) await buildUser(db, { departmentId: large.id })
    const toLarge = (changes: object = {}) => form({ destination_department_id: large.id, ...changes })
    expect((await as(sender).post('/api/protocols', toLarge())).status).toBe(201)
    clock.advance(40 * 60_000)
    return { ...organisation, large, toLarge }
  }

  const sentence = 'Você já avisou muitas pessoas na última hora. Aguarde alguns minutos e tente novamente.'

  // proves 18.90, V2.4.1
  it('refuses to notify more people in an hour, leaves nothing behind and says when to go on', async () => {
    const { as, app, sender, toLarge, form, rowCounts, filesOnDisk, tokenOf, clock } = await busyOrganisation()
    const before = await rowCounts()
    const withFile = multipart(toLarge(), { attachment_0: file('a.pdf', samplePdf) })
    const refused = await as(sender).post('/api/protocols', withFile)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_NOTIFIED', message: sentence } })
    expect(Number(refused.headers['retry-after'])).toBe(20 * 60)
    expect(await rowCounts()).toEqual(before)
    expect(await filesOnDisk()).toEqual([])

    // Fewer people still fit, and the refused act was not counted.
    expect((await as(sender).post('/api/protocols', form())).status).toBe(201)
    // All instances count together.
    const other = await testApp({ ...options, ownApp: true })
    const authorization = `Bearer ${await tokenOf(sender)}`
    other.clock.set(clock.now())
    const elsewhere = await other.app.inject({
      method: 'POST',
      url: '/api/protocols',
      headers: { authorization },
      payload: toLarge(),
    })
    expect([elsewhere.statusCode, app === other.app]).toEqual([429, false])

    clock.advance(20 * 60_000)
    expect((await as(sender).post('/api/protocols', toLarge())).status).toBe(201)
  })

  // proves 18.90
  it('concerns nobody else, and a single act that is larger than the limit is possible once', async () => {
    const { db, as, sender, origin, large, toLarge } = await busyOrganisation()
    expect((await as(sender).post('/api/protocols', toLarge())).status).toBe(429)
    for (let count = 0; count < 50; count += 1) await buildUser(db, { departmentId: large.id })
    const colleague = as(await buildUser(db, { departmentId: origin.id }))
    expect((await colleague.post('/api/protocols', toLarge())).status).toBe(201)
    expect((await colleague.post('/api/protocols', toLarge())).status).toBe(429)
  })

  // proves 18.90
  it('one form for several destinations is sent as far as it goes, and names the others', async () => {
    const { as, sender, form, destination, large } = await busyOrganisation()
    const { destination_department_id, ...contents } = form()
    const { status, body } = await as(sender).post('/api/protocols', {
      ...{ destination_department_ids: [large.id, destination.id] },
      ...contents,
    })
    expect(status).toBe(201)
    expect(body.errors).toEqual([{ destination_department_id: large.id, message: sentence }])
    expect(body.protocol_ids).toHaveLength(1)
  })

  // proves 18.90
  it('limits comments and bulk actions, whose items get the sentence', async () => {
    const { db, as, sender, origin, large, recipient } = await busyOrganisation()
    for (let count = 0; count < 45; count += 1) await buildManager(db, { departmentId: large.id })
    const [smaller, largest] = [await buildDepartment(db), large]
    const gestor = await buildManager(db, { departmentId: smaller.id })
    const sent = (destinationDepartmentId: number) =>
      buildProtocol(db, {
        ...{ originDepartmentId: origin.id, destinationDepartmentId, createdBy: recipient.id },
        ...{ status: protocolStatus.inProgress, requiresReturn: true, items: [{}] },
      })
    const [first, second] = [await sent(smaller.id), await sent(largest.id)]
    const ids = [first, second].map(({ items }) => items[0]?.id)

    const { body } = await as(sender).post('/api/returns/remind', { item_ids: ids })
    expect(body.results).toEqual({ success: [ids[0]], errors: [{ id: ids[1], message: sentence }] })
    const told = await db.selectFrom('notifications').select('userId').where('protocolId', '=', second.id).execute()
    expect(told).toEqual([])
    expect(await db.selectFrom('notifications').select('id').where('userId', '=', gestor.id).execute()).toHaveLength(1)

    await db
      .insertInto('notifiedPeople')
      .values({ actorId: sender.id, notifiedAt: '2026-11-20T15:30:00Z', people: 39 })
      .execute()
    const mine = await buildProtocol(db, {
      ...{ originDepartmentId: origin.id, destinationDepartmentId: smaller.id, createdBy: gestor.id },
      status: protocolStatus.inProgress,
    })
    const comment = await as(sender).post(`/api/protocols/${mine.id}/comments`, { text: 'Olá' })
    expect([comment.status, comment.body.message]).toEqual([429, sentence])
    expect((await as(sender).get(`/api/protocols/${mine.id}`)).body.comments ?? []).toEqual([])
  })

  // proves 18.90
  it('refuses no fact: who has told too many goes on receiving, returning and editing, and nobody is told', async () => {
    const { db, as, sender, origin, destination, recipient } = await busyOrganisation()
    const spent = [sender.id, recipient.id].map((actorId) => ({
      ...{ actorId, notifiedAt: '2026-11-20T15:30:00Z', people: 1_000 },
    }))
    await db.insertInto('notifiedPeople').values(spent).execute()
    const ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy: sender.id }
    const [first, second] = [await buildProtocol(db, ends), await buildProtocol(db, ends)]
    const itemOf = ({ items }: typeof first) => items[0]?.id
    const told = () => db.selectFrom('notifications').select('id').where('protocolId', 'in', [first.id, second.id])
    const facts = [
      await as(sender).put(`/api/protocols/${first.id}`, { remarks: 'Contratos e aditivos' }),
      await as(recipient).post(`/api/protocols/${first.id}/receive`),
      await as(recipient).post('/api/protocols/bulk-receive', { ids: [second.id] }),
      await as(recipient).post(`/api/protocols/items/${itemOf(first)}/return`),
      await as(recipient).post('/api/protocols/items/bulk-return', { itemIds: [itemOf(second)] }),
      await as(sender).post(`/api/protocols/${first.id}/complete`),
      await as(sender).post(`/api/protocols/${second.id}/cancel`, { reason: 'Extraviado' }),
    ]
    expect(facts.map(({ status }) => status)).toEqual(Array(7).fill(200))
    expect(JSON.stringify(facts.map(({ body }) => body))).not.toContain(sentence)
    expect(await told().execute()).toEqual([])
    const counted = db.selectFrom('notifiedPeople').select('people').where('actorId', '=', recipient.id)
    expect(await counted.execute()).toEqual([{ people: 1_000 }])
  })

  it('forgets the counts of past days', async () => {
    const { app, db, sender, clock } = await busyOrganisation()
    await forgetOldNotifications(db, app.settings, clock.now())
    const counts = () => db.selectFrom('notifiedPeople').select('people').where('actorId', '=', sender.id).execute()
    expect(await counts()).toEqual([{ people: 60 }])
    clock.advance(24 * 3_600_000)
    await forgetOldNotifications(db, app.settings, clock.now())
    expect(await counts()).toEqual([])
  })
})
