import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../../platform/db/connect.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildOccurrence,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { recordsOf } from '../../test/organisation.ts'
import { remindOfDueDates, remindPeople } from './remind-people.ts'

/** A Thursday. There are no holidays in these tests. */
const thursday = new Date('2026-11-19T10:00:00Z')
const zone = { APP_TIMEZONE: 'America/Sao_Paulo' }

let test: TestDatabase
let db: Db
let ends: { originDepartmentId: number; destinationDepartmentId: number }

// A database alone: nobody asks an app anything here, and one for each test would take longer than the tests.
beforeEach(async () => {
  test = await testDatabase()
  db = test.db
  ends = {
    originDepartmentId: (await buildDepartment(db, { name: 'Financeiro' })).id,
    destinationDepartmentId: (await buildDepartment(db, { name: 'Jurídico' })).id,
  }
  return test.drop
})

const remind = (now = thursday) => remindOfDueDates(db, zone, now)
const atDestination = () => buildUser(db, { departmentId: ends.destinationDepartmentId })

const send = (items: Parameters<typeof buildProtocol>[1] & object = {}) =>
  buildProtocol(db, { ...ends, status: protocolStatus.inProgress, createdAt: '2026-11-01T12:00:00Z', ...items })

const toldTo = (id: number) => recordsOf(db).noticesTo({ id })

describe('the reminder of one morning', () => {
  it('opens the protocol when there is one, else nothing in particular', async () => {
    const [one, two] = [await atDestination(), await atDestination()]
    const protocol = await send({
      items: [{ responsibleId: one.id, returnDate: '2026-11-19', documentNumber: '7/26' }],
    })
    for (const returnDate of ['2026-11-18', '2026-11-20'])
      await send({ items: [{ responsibleId: two.id, returnDate }] })
    await remind()
    const [single] = await toldTo(one.id)
    expect(single).toMatchObject({ protocolId: protocol.id, itemId: protocol.items[0]?.id, type: 'item_return' })
    expect(single?.message).toMatch(
      /^Item 7\/26 \(Tipo \d+\), protocolo #\d+: vence hoje\nVocê .* responde por este item\.$/,
    )
    const [several] = await toldTo(two.id)
    expect(several).toMatchObject({ title: '1 item atrasado e 1 vence amanhã', protocolId: null, itemId: null })
    expect(several?.itemIds).toHaveLength(2)
    expect(several?.message.split('\n')).toEqual([
      expect.stringMatching(/: atrasado há 1 dia \(18\/11\/2026\)$/),
      expect.stringMatching(/: vence amanhã$/),
      'Você recebeu este aviso porque responde por itens desta lista.',
    ])
  })

  it('says so when nobody has received the item yet', async () => {
    const person = await atDestination()
    const items = [{ responsibleId: person.id, returnDate: '2026-11-20' }]
    await send({ status: protocolStatus.pending, items })
    await remind()
    expect((await toldTo(person.id))[0]?.message).toContain(': vence amanhã, ainda não recebido\n')
  })

  it('says nothing of what is settled, has no date or was cancelled', async () => {
    const person = await atDestination()
    const due = { responsibleId: person.id, returnDate: '2026-11-19' }
    const { returned, completed, cancelled } = itemStatus
    const settled = [returned, completed, cancelled].map((status) => ({ ...due, status }))
    await send({ items: [...settled, { ...due, returnDate: null }, { ...due, returnDate: '2026-11-23' }] })
    await send({ status: protocolStatus.cancelled, items: [due] })
    await send({
      ...{ requiresReturn: false, status: protocolStatus.pending, createdAt: thursday },
      items: [{ responsibleId: person.id }],
    })
    expect(await remind()).toBe(0)
  })

  it('tells a creator of lateness only while the creator sees the protocol', async () => {
    const items = [{ returnDate: '2026-11-18' }]
    const moved = await buildUser(db)
    const admin = await buildAdmin(db, { departmentId: null })
    await send({ createdBy: moved.id, items })
    await send({ createdBy: admin.id, items })
    await remind()
    expect(await toldTo(moved.id)).toEqual([])
    expect((await toldTo(admin.id))[0]?.message).toContain('porque criou o protocolo deste item.')
  })

  // proves 11.20
  it('asks the Gestores when whoever answers for an item works elsewhere now', async () => {
    const manager = await buildManager(db, { departmentId: ends.destinationDepartmentId })
    const moved = await buildUser(db, { departmentId: ends.originDepartmentId })
    await send({ items: [{ responsibleId: moved.id, returnDate: '2026-11-20' }] })
    await remind()
    const reason = 'o responsável pelo item não está mais no departamento'
    expect((await toldTo(manager.id))[0]?.message).toContain(reason)
    expect(await toldTo(moved.id)).toEqual([])
  })

  it('tells each person once for one reason, the nearest', async () => {
    const manager = await buildManager(db, { departmentId: ends.destinationDepartmentId })
    await send({ createdBy: manager.id, items: [{ responsibleId: manager.id, returnDate: '2026-11-02' }] })
    await remind()
    const told = await toldTo(manager.id)
    expect(told.map(({ title }) => title)).toEqual(['1 item atrasado'])
    expect(told[0]?.message).toContain('porque responde por este item.')
  })

  it('happens on the organisation’s day, and on no day off', async () => {
    const person = await atDestination()
    await send({ items: [{ responsibleId: person.id, returnDate: '2026-11-19' }] })
    expect(await remind(new Date('2026-11-21T15:00:00Z'))).toBe(0) // a Saturday
    expect(await remind(new Date('2026-11-20T02:59:00Z'))).toBe(1) // Thursday, one minute to midnight
    expect((await toldTo(person.id))[0]?.title).toBe('1 item vence hoje')
  })
})

describe('while an occurrence says that the holder cannot return an item', () => {
  async function reported(kind: string, returnDate: string) {
    const holder = await atDestination()
    const manager = await buildManager(db, { departmentId: ends.destinationDepartmentId })
    const creator = await buildUser(db, { departmentId: ends.originDepartmentId })
    const items = [{ responsibleId: holder.id, returnDate, documentNumber: '7/26' }]
    const protocol = await send({ createdBy: creator.id, items })
    const occurrence = await buildOccurrence(db, { itemId: protocol.items[0]?.id ?? 0, openedBy: holder.id, kind })
    const resolve = (outcome: string) =>
      db
        .updateTable('occurrences')
        .set({ status: 'resolvida', outcome, outcomeNote: 'Conferido', resolvedBy: creator.id, resolvedAt: thursday })
        .where('id', '=', occurrence.id)
        .execute()
    return { holder, manager, creator, resolve }
  }

  // proves 20.18
  it.each([
    ['claimed_returned', '2026-11-20', /vence amanhã, ocorrência aberta: Já devolvido\n/],
    ['lost', '2026-11-19', /vence hoje, ocorrência aberta: Extraviado\n/],
    ['missing', '2026-11-02', /atrasado há 17 dias \(02\/11\/2026\), ocorrência aberta: Não veio\n/],
  ])('%s: its creator is asked instead, and no Gestor of the origin', async (kind, due, words) => {
    const { holder, manager, creator } = await reported(kind, due)
    const own = await buildManager(db, { departmentId: ends.originDepartmentId })
    expect(await remind()).toBe(1)
    const [told] = await toldTo(creator.id)
    expect(told?.message).toMatch(words)
    expect(told?.message).toMatch(
      /porque criou o protocolo deste item, e a ocorrência aberta espera por uma solução\.$/,
    )
    for (const { id } of [holder, manager, own]) expect(await toldTo(id)).toEqual([])
  })

  // proves 20.18
  it.each([
    ['is inactive', () => ({ isActive: false })],
    ['has moved to a department that does not see it', async () => ({ departmentId: (await buildDepartment(db)).id })],
  ])('whose creator %s: the Gestores of the origin are asked instead', async (_, change) => {
    const { holder, manager, creator } = await reported('lost', '2026-11-19')
    const [own, other] = [
      await buildManager(db, { departmentId: ends.originDepartmentId }),
      await buildManager(db, { departmentId: ends.originDepartmentId }),
    ]
    const plain = await buildUser(db, { departmentId: ends.originDepartmentId })
    await db
      .updateTable('users')
      .set(await change())
      .where('id', '=', creator.id)
      .execute()
    expect(await remind()).toBe(2)
    for (const { id } of [own, other]) {
      const [told, ...more] = await toldTo(id)
      expect(told?.message).toMatch(
        /vence hoje, ocorrência aberta: Extraviado\nVocê .* porque é gestor do departamento de origem deste item, e a ocorrência aberta espera por uma solução\.$/,
      )
      expect(more).toEqual([])
    }
    for (const { id } of [holder, manager, creator, plain]) expect(await toldTo(id)).toEqual([])
  })

  // proves 20.18
  it.each(['different', 'damaged', 'not_held'])('%s: the holder is reminded as ever', async (kind) => {
    const { holder, creator } = await reported(kind, '2026-11-19')
    expect(await remind()).toBe(1)
    expect((await toldTo(holder.id))[0]?.message).not.toContain('ocorrência')
    expect(await toldTo(creator.id)).toEqual([])
  })

  // proves 20.18
  it.each(['found', 'unfounded'])('the reminders go on once it is resolved as %s', async (outcome) => {
    const { holder, creator, resolve } = await reported('lost', '2026-11-19')
    await resolve(outcome)
    await db.deleteFrom('notifications').execute()
    expect(await remind()).toBe(1)
    expect((await toldTo(holder.id))[0]?.message).toContain(': vence hoje\n')
    expect(await toldTo(creator.id)).toEqual([])
  })

  it('a creator who is also responsible is asked once', async () => {
    const both = await buildUser(db, { departmentId: ends.originDepartmentId })
    const inside = { originDepartmentId: ends.originDepartmentId, destinationDepartmentId: ends.originDepartmentId }
    const items = [{ responsibleId: both.id, returnDate: '2026-11-18' }]
    const protocol = await send({ ...inside, createdBy: both.id, items })
    await buildOccurrence(db, { itemId: protocol.items[0]?.id ?? 0, openedBy: both.id })
    expect(await remind()).toBe(1)
    expect(await toldTo(both.id)).toHaveLength(1)
  })
})

describe('a morning that is broken off', () => {
  it('goes on with whoever was not told, and tells nobody twice', async () => {
    const people = [await atDestination(), await atDestination(), await atDestination()]
    for (const { id } of people) await send({ items: [{ responsibleId: id, returnDate: '2026-11-19' }] })
    const unlucky = people[1]?.id ?? 0
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db)
    await sql`create trigger fail before insert on notifications for each row when (new.user_id = ${sql.lit(unlucky)})
      execute function fail()`.execute(db)

    await expect(remind()).rejects.toThrow('1 people were not reminded')
    expect(await db.selectFrom('itemReminders').select('userId').where('userId', '=', unlucky).execute()).toEqual([])
    await sql`drop trigger fail on notifications`.execute(db)

    expect(await remind()).toBe(1)
    for (const { id } of people) expect(await toldTo(id)).toHaveLength(1)
    expect(await remind()).toBe(0)
  })

  // proves 11.29
  it('goes on also when the server died in between: a transaction that never ended leaves nothing', async () => {
    const person = await atDestination()
    await send({ items: [{ responsibleId: person.id, returnDate: '2026-11-19' }] })
    const dying = connect(test.connectionString, { poolSize: 2 })
    await sql`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(db)
    await sql`create trigger die before insert on notifications execute function die()`.execute(db)
    await expect(remindOfDueDates(dying, zone, thursday)).rejects.toThrow()
    await dying.destroy()
    await sql`drop trigger die on notifications`.execute(db)

    expect(await remind()).toBe(1)
    expect(await toldTo(person.id)).toHaveLength(1)
  })
})

it('several servers at once tell each person once', async () => {
  const people = []
  for (let n = 0; n < 12; n += 1) people.push(await atDestination())
  for (const { id } of people)
    await send({
      items: [
        { responsibleId: id, returnDate: '2026-11-19' },
        { responsibleId: id, returnDate: '2026-11-18' },
      ],
    })
  const servers = [1, 2, 3].map(() => connect(test.connectionString, { poolSize: 2 }))
  const told = await Promise.all(servers.map((server) => remindOfDueDates(server, zone, thursday)))
  for (const server of servers) await server.destroy()
  const creators = people.length
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(people.length + creators)
  for (const { id } of people) expect(await toldTo(id)).toHaveLength(1)
})

/** A protocol of so many items for which the person is responsible, the first due on the 18th. */
async function sendMany(person: { id: number }, count: number) {
  const { id, items } = await send({ items: [{ responsibleId: person.id, returnDate: '2026-11-18' }] })
  await sql`
    insert into items (protocol_id, position, item_type_id, responsible_id, reason, return_date)
    select protocol_id, n, item_type_id, responsible_id, reason, date '2026-11-01' + n % 20
    from items, generate_series(2, ${count}::int) n where id = ${items[0]?.id}
  `.execute(db)
  return id
}

it('takes thousands of items in batches and says how many they are', async () => {
  const person = await atDestination()
  const protocolId = await sendMany(person, 2500)
  await remind()
  const [told, ...others] = await toldTo(person.id)
  expect(others).toEqual([])
  // 125 items on each day from the 1st to the 20th, and the first item
  expect(told).toMatchObject({ title: '2250 itens atrasados, 125 vencem hoje e 125 vencem amanhã', protocolId })
  expect(told?.message.split('\n').slice(-2, -1)).toEqual(['e mais 2497 itens'])
  const remembered = db.selectFrom('itemReminders').where('userId', '=', person.id)
  expect(await remembered.select('itemId').execute()).toHaveLength(2500)
})

it('locks nobody for long because of somebody else with many items', async () => {
  const [many, few] = [await atDestination(), await atDestination()]
  const businessDay = { today: '2026-11-19', nextBusinessDay: '2026-11-20', holidays: new Set<string>() }
  await sendMany(many, 1000)
  await send({ items: [{ responsibleId: few.id, returnDate: '2026-11-19' }] })
  const ids = [many.id, few.id]
  expect(await remindPeople(db, ids, businessDay, thursday)).toEqual({ reminded: 1, missed: [few.id] })

  // Also the creator of what is late.
  expect(await remind()).toBe(2)
  expect([await toldTo(many.id), await toldTo(few.id)].map(({ length }) => length)).toEqual([1, 1])
})

describe('a protocol that nobody receives', () => {
  /** A Monday, in the evening. */
  const monday = '2026-11-09T22:00:00Z'

  let creator: { id: number }
  let manager: { id: number }

  beforeEach(async () => {
    creator = await buildUser(db, { departmentId: ends.originDepartmentId })
    manager = await buildManager(db, { departmentId: ends.destinationDepartmentId })
    await db.insertInto('holidays').values({ date: '2026-11-20', name: 'Feriado', kind: 'local' }).execute()
  })

  const send = (fields: Parameters<typeof buildProtocol>[1] = {}) =>
    buildProtocol(db, {
      ...ends,
      createdBy: creator.id,
      createdAt: monday,
      items: [{ returnDate: '2099-01-01' }],
      ...fields,
    })

  const morning = (day: CivilDate) => new Date(`${day}T10:00:00Z`)
  const remind = (day: CivilDate, on = db) => remindOfDueDates(on, zone, morning(day))

  /** The days, from the 10th on, on which each person was told, and how. */
  async function toldUntil(last: CivilDate): Promise<Record<number, string[]>> {
    for (let day = '2026-11-10'; day <= last; day = addDays(day, 1)) await remind(day)
    const rows = await db.selectFrom('notifications').select(['userId', 'createdAt', 'title']).orderBy('id').execute()
    const told: Record<number, string[]> = {}
    for (const { userId, createdAt, title } of rows) {
      told[userId] = [...(told[userId] ?? []), `${new Date(createdAt).toISOString().slice(8, 10)} ${title}`]
    }
    return told
  }

  // proves 20.8
  it('tells the Gestores after two business days, the creator after four, and again every five', async () => {
    const user = await buildUser(db, { departmentId: ends.destinationDepartmentId })
    const { id } = await send()
    const title = '1 protocolo aguarda recebimento'
    const told = await toldUntil('2026-11-27')
    expect(told).toEqual({
      // Friday the 20th is a holiday.
      [manager.id]: [`11 ${title}`, `18 ${title}`, `26 ${title}`],
      [creator.id]: [`13 ${title}`, `23 ${title}`],
    })
    expect(told[user.id]).toBeUndefined()
    const messages = await db
      .selectFrom('notifications')
      .select(['userId', 'message', 'protocolId'])
      .orderBy('id')
      .execute()
    expect(messages[0]).toEqual({
      userId: manager.id,
      protocolId: id,
      message: `Protocolo #${id}, Financeiro → Jurídico: aguarda recebimento há 2 dias úteis
Você recebeu este aviso porque é gestor do departamento que ainda não recebeu o que lhe foi enviado.`,
    })
    expect(messages[1]).toEqual({
      userId: creator.id,
      protocolId: id,
      message: `Protocolo #${id}, Financeiro → Jurídico: aguarda recebimento há 4 dias úteis; você pode redirecionar ou cancelar
Você recebeu este aviso porque criou um protocolo que ninguém recebeu ainda.`,
    })
  })

  // proves 20.8
  it('is part of the one message of the day', async () => {
    await send()
    await send()
    const items = [{ returnDate: '2026-11-11', documentNumber: '7/26' }]
    const due = await send({ status: protocolStatus.inProgress, items })
    await remind('2026-11-11')
    const told = await db.selectFrom('notifications').selectAll().where('userId', '=', manager.id).execute()
    expect(told.map(({ title }) => title)).toEqual(['1 item vence hoje e 2 protocolos aguardam recebimento'])
    expect(told[0]?.message).toContain(`protocolo #${due.id}: vence hoje\nProtocolo #`)
  })

  // proves 20.8
  it('is over when the protocol is received, refused or seen no more, and off means off', async () => {
    const moved = await buildUser(db)
    const quiet = await buildManager(db, { departmentId: ends.destinationDepartmentId, notifyItemReturn: false })
    const inactive = await buildManager(db, { departmentId: ends.destinationDepartmentId, isActive: false })
    const admin = await buildAdmin(db, { departmentId: null })
    await send({ status: protocolStatus.inProgress })
    await send({ status: protocolStatus.cancelled })
    await send({ createdBy: moved.id })
    await send({ createdBy: admin.id })
    const told = await toldUntil('2026-11-13')
    expect(told[moved.id] ?? told[quiet.id] ?? told[inactive.id]).toBeUndefined()
    expect(told[admin.id]).toEqual(['13 1 protocolo aguarda recebimento'])
    expect(told[manager.id]).toEqual(['11 2 protocolos aguardam recebimento'])
  })

  // proves 20.8
  it('is told once by two servers, and after a morning that was broken off', async () => {
    const { db: own } = test
    const other = connect(test.connectionString)
    const second = await buildManager(db, { departmentId: ends.destinationDepartmentId })
    await send()
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(own)
    await sql`create trigger fail before insert on notifications for each row when (new.user_id = ${sql.lit(second.id)})
    execute function fail()`.execute(own)
    await expect(remind('2026-11-11')).rejects.toThrow('1 people were not reminded')
    await sql`drop trigger fail on notifications`.execute(own)
    const counts = await Promise.all([remind('2026-11-11'), remind('2026-11-11', other)])
    await other.destroy()
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    const told = await own.selectFrom('notifications').select('userId').orderBy('userId').execute()
    expect(told.map(({ userId }) => userId)).toEqual([manager.id, second.id])
    expect(await findBrokenInvariants(own)).toEqual([])
  })

  // proves 20.8
  it('counts every protocol and names the longest-waiting ones', async () => {
    for (let n = 0; n < 30; n += 1) await send({ createdAt: `2026-11-0${(n % 9) + 1}T12:00:00Z` })
    await remind('2026-11-11')
    const told = await db.selectFrom('notifications').selectAll().where('userId', '=', manager.id).execute()
    expect(told[0]).toMatchObject({ title: '30 protocolos aguardam recebimento' })
    expect(told[0]?.message.split('\n')).toHaveLength(5)
    expect(told[0]?.message).toContain('\ne mais 27 protocolos\n')
    expect(
      await db.selectFrom('receiptReminders').select('protocolId').where('userId', '=', manager.id).execute(),
    ).toHaveLength(30)
  })
})
