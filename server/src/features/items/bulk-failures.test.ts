import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Actor } from '../../platform/http/actor.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { transferItems } from './transfer-items.ts'

let test: TestApp
let departmentId: number
let originDepartmentId: number
let manager: Client
let sender: Client
let successor: { id: number }

beforeAll(async () => {
  // A separate database, because a trigger makes single items fail.
  test = await testApp({ ownDatabase: true })
  departmentId = (await buildDepartment(test.db)).id
  manager = test.as(await buildManager(test.db, { departmentId }))
  originDepartmentId = (await buildDepartment(test.db)).id
  sender = test.as(await buildUser(test.db, { departmentId: originDepartmentId }))
  successor = await buildUser(test.db, { departmentId })
  await sql`
    create sequence failures;
    create table broken_items (item_id int, code text, times int);
    -- With the owner's rights: the app's role has none to these.
    create function fail() returns trigger language plpgsql security definer as $$
    declare broken broken_items;
    begin
      select * into broken from broken_items where item_id = new.id;
      -- A sequence counts on although the transaction is undone.
      if found and nextval('failures') <= broken.times then
        raise exception 'made by the test' using errcode = broken.code;
      end if;
      return new;
    end $$;
    create trigger fail before update on items for each row execute function fail()`.execute(test.db)
})

/** One item in each of three protocols, ordered by id, with a responsible user unless the test assigns them. */
async function threeItems({ responsible = true, status = 'pendente' as 'pendente' | 'retornado' } = {}) {
  const person = await buildUser(test.db, { departmentId })
  const ids: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const { items } = await buildProtocol(test.db, {
      originDepartmentId,
      destinationDepartmentId: departmentId,
      status: protocolStatus.inProgress,
      items: [{ status, responsibleId: responsible ? person.id : null }],
    })
    ids.push(items[0]?.id ?? 0)
  }
  return { person, ids: ids as [number, number, number] }
}

/** Makes the first `times` writes of an item fail with a PostgreSQL error code. */
async function breakItem(itemId: number, code: string, times: number) {
  await sql`alter sequence failures restart`.execute(test.db)
  await sql`insert into broken_items values (${itemId}, ${code}, ${times})`.execute(test.db)
}

const bulkReturn = (itemIds: readonly number[]) => manager.post('/api/protocols/items/bulk-return', { itemIds })

const statusesOf = async (ids: readonly number[]) => {
  const rows = await test.db.selectFrom('items').select(['id', 'status']).where('id', 'in', ids).orderBy('id').execute()
  return rows.map(({ status }) => status)
}

/** The response to a request. Locks the protocol of an item until the request waits for it, then runs `meanwhile`. */
async function whileHeld(itemId: number, send: () => Promise<Reply>, meanwhile: (waiting: number) => Promise<unknown>) {
  let sent: Promise<Reply> | undefined
  await test.db.transaction().execute(async (trx) => {
    const itsProtocol = trx.selectFrom('items').select('protocolId').where('id', '=', itemId)
    await trx.selectFrom('protocols').select('id').where('id', '=', itsProtocol).forUpdate().execute()
    sent = send()
    const waiting = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(test.db)).rows.length).toBe(1)
    await meanwhile((await waiting.execute(test.db)).rows[0]?.pid ?? 0)
  })
  return (await sent) as Reply
}

it('returns an item at the second try when the first one ends in a deadlock', async () => {
  const { ids } = await threeItems()
  await breakItem(ids[1], '40P01', 1)
  const { status, body } = await bulkReturn(ids)
  expect([status, body.results.success.length, body.results.errors]).toEqual([200, 3, []])
})

// proves 12.18
it.each([
  ['40P01', 'Outra pessoa alterou os mesmos dados neste instante. Tente novamente.', 0],
  ['40001', 'Outra pessoa alterou os mesmos dados neste instante. Tente novamente.', 0],
  ['53100', 'Serviço temporariamente indisponível. Tente novamente em instantes.', 0],
  ['XX000', 'Ocorreu um erro inesperado. Tente novamente.', 1],
])('makes a failure %s of one protocol that item’s own error', async (code, message, logged) => {
  const { ids } = await threeItems()
  await breakItem(ids[1], code, 100)
  const { status, body } = await bulkReturn(ids)
  expect(status).toBe(200)
  expect(body.results.success.map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[2]])
  expect(body.results.errors).toEqual([{ id: ids[1], message }])
  expect(await statusesOf(ids)).toEqual(['retornado', 'pendente', 'retornado'])
  expect(test.takeErrorLogs().map((line) => JSON.parse(line).err.message)).toEqual(
    Array(logged).fill('made by the test'),
  )
})

const acts: Record<string, (ids: readonly number[]) => Promise<Reply>> = {
  remind: (ids) => sender.post('/api/returns/remind', { item_ids: ids }),
  'bulk-due-date': (ids) =>
    sender.post('/api/protocols/items/bulk-due-date', { item_ids: ids, return_date: '2099-12-01', reason: 'Férias' }),
  'bulk-transfer': (ids) =>
    manager.post('/api/protocols/items/bulk-transfer', { item_ids: ids, newUserId: successor.id }),
  'bulk-complete': (ids) => sender.post('/api/protocols/items/bulk-complete', { item_ids: ids }),
}

// proves 17.23
it.each(Object.entries(acts))('%s makes the failure of one protocol that item’s own error', async (name, act) => {
  const { ids } = await threeItems({ status: name === 'bulk-complete' ? 'retornado' : 'pendente' })
  await breakItem(ids[1], '40P01', 100)
  const { status, body } = await act(ids)
  expect(status).toBe(200)
  const succeeded = body.results.success.map((one: number | { id: number }) => (typeof one === 'number' ? one : one.id))
  expect(succeeded).toEqual([ids[0], ids[2]])
  const message = 'Outra pessoa alterou os mesmos dados neste instante. Tente novamente.'
  expect(body.results.errors).toEqual([{ id: ids[1], message }])
})

it('notifies once, of what was done before and after a failure', async () => {
  const { ids, person } = await threeItems()
  await breakItem(ids[1], '53100', 100)
  await acts.remind?.(ids)
  const told = await test.db.selectFrom('notifications').selectAll().where('userId', '=', person.id).execute()
  expect(told).toMatchObject([{ title: 'Devolução de 2 itens cobrada', protocolId: null }])
  expect(told[0]?.message.match(/protocolo #/g)).toHaveLength(2)
})

it.each(['transferred', 'assigned'])('keeps what was %s when the person is deactivated in between', async (what) => {
  const { ids } = await threeItems({ responsible: what === 'transferred' })
  const { id } = await buildUser(test.db, { departmentId })
  const path = '/api/protocols/items'
  const reply = await whileHeld(
    ids[1],
    () =>
      what === 'assigned'
        ? manager.put(`${path}/bulk-assign`, { itemIds: ids, userId: id })
        : manager.post(`${path}/bulk-transfer`, { item_ids: ids, newUserId: id }),
    () => test.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute(),
  )
  expect(reply.body.results.success).toMatchObject([{ id: ids[0] }])
  const message = 'O responsável deve ser um usuário ativo do departamento de destino'
  expect(reply.body.results.errors).toEqual([ids[1], ids[2]].map((id) => ({ id, message })))
})

// proves 12.18
it('goes on after the connection broke in the middle of one protocol', async () => {
  const { ids } = await threeItems()
  const { status, body } = await whileHeld(
    ids[1],
    () => bulkReturn(ids),
    (waiting) => sql`select pg_terminate_backend(${waiting})`.execute(test.db),
  )
  expect(status).toBe(200)
  expect(body.results.success.map(({ id }: { id: number }) => id)).toEqual([ids[0], ids[2]])
  expect(body.results.errors).toEqual([
    { id: ids[1], message: 'Serviço temporariamente indisponível. Tente novamente em instantes.' },
  ])
  expect(await statusesOf(ids)).toEqual(['retornado', 'pendente', 'retornado'])
})

it('says of each item of a protocol what is true of it when the protocol fails', async () => {
  const { person } = await threeItems()
  const { items } = await buildProtocol(test.db, {
    destinationDepartmentId: departmentId,
    status: protocolStatus.inProgress,
    items: [{ responsibleId: person.id }, { status: 'retornado' }],
  })
  const ids = items.map(({ id }) => id)
  await breakItem(ids[0] ?? 0, '53100', 100)
  const { body } = await bulkReturn(ids)
  expect(body.results.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Serviço temporariamente indisponível. Tente novamente em instantes.',
    'Este item já foi retornado',
  ])
})

it('a transfer that is undone has no line in the security log', async () => {
  const { ids } = await threeItems()
  const gestor = await buildManager(test.db, { departmentId })
  const actor: Actor = { ...gestor, address: '127.0.0.1', mostNotified: Infinity, audited: [] }
  // The notices follow when the transfer has been recorded.
  await sql`
    create function fail_notice() returns trigger language plpgsql
    as $$ begin raise exception 'made by the test' using errcode = '53100'; end $$;
    create trigger fail before insert on notifications for each row execute function fail_notice()`.execute(test.db)
  onTestFinished(async () => {
    await sql`drop function fail_notice() cascade`.execute(test.db)
  })
  const { results } = await transferItems(test.db, actor, () => ({ itemIds: ids, newUserId: successor.id }), {
    now: new Date(),
    log: { warn: () => {}, error: () => {} },
  })
  expect(results).toMatchObject({ success: [], errors: ids.map((id) => ({ id })) })
  expect(actor.audited).toEqual([])
})
