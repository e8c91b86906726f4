import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../../platform/db/connect.ts'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import { remindOfDeadlines } from './public.ts'

const zone = { APP_TIMEZONE: 'America/Sao_Paulo' }
/** A Monday, in the evening. */
const monday = '2026-11-09T22:00:00Z'

let test: TestApp
let db: Db
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let creator: { id: number }
let manager: { id: number }

beforeEach(async () => {
  test = await testApp({ now: monday, ownDatabase: true })
  db = test.db
  ends = {
    originDepartmentId: (await buildDepartment(db, { name: 'Financeiro' })).id,
    destinationDepartmentId: (await buildDepartment(db, { name: 'Jurídico' })).id,
  }
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
const remind = (day: CivilDate, on = db) => remindOfDeadlines(on, zone, morning(day))

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
