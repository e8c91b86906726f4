import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { composeNotification, composeReminder } from '../../domain/mail/compose-mail.ts'
import { noticeOrder } from '../../domain/mail/mail-queue.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildItemType,
  buildManager,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import type { Client, Reply } from '../../test/client.ts'
import { testConfig } from '../../test/config.ts'
import { untilWaiting } from '../../test/database.ts'
import { forgetOldNotifications } from '../notifications/forget-old-notifications.ts'

let test: TestApp

beforeAll(async () => {
  test = await testApp()
})

/** A person of Jurídico who is responsible for two pending items there, one of them urgent, and for a settled one. */
async function busyPerson() {
  const { db, as } = test
  const admin = await buildAdmin(db)
  const [origin, destination] = [await buildDepartment(db), await buildDepartment(db)]
  const own = { departmentId: destination.id }
  const [person, manager] = [await buildUser(db, own), await buildManager(db, own)]
  const ends = {
    originDepartmentId: origin.id,
    destinationDepartmentId: destination.id,
    status: 'Em andamento',
  } as const
  const responsibleId = person.id
  const later = await buildProtocol(db, { ...ends, items: [{ responsibleId, returnDate: '2026-12-20' }] })
  const urgent = await buildProtocol(db, {
    ...ends,
    items: [
      { responsibleId, returnDate: '2026-11-25', documentNumber: '12/2026' },
      { responsibleId, status: 'retornado', returnDate: '2026-11-20' },
      { returnDate: '2026-11-30' },
    ],
  })
  const form = { uname: person.name, uemail: person.email, udpid: destination.id, role: person.role }
  const change = (fields: object) => as(admin).put(`/api/users/${person.id}`, { ...form, ...fields })
  return { admin, origin, destination, person, manager, later, urgent, change }
}

const noticesOf = async (user: { id: number }) =>
  (await test.as(user).get(`/notifications/${user.id}`)).body.notifications

describe('what a person answers for', () => {
  // proves 7.7.5
  it('is listed by urgency, pending items only', async () => {
    const { admin, person, destination, urgent, later } = await busyPerson()
    const { status, body } = await test.as(admin).get(`/api/users/${person.id}/responsibilities`)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ total: 2, per_page: 10, current_page: 1, last_page: 1 })
    expect(body.data).toEqual([
      {
        id: urgent.items[0]?.id,
        protocol_id: urgent.id,
        document_number: '12/2026',
        description: null,
        item_type: expect.any(String),
        return_date: '2026-11-25',
        destination_department: destination.name,
      },
      expect.objectContaining({ protocol_id: later.id, return_date: '2026-12-20' }),
    ])
  })

  it('comes in pages of ten', async () => {
    const { admin, person, destination } = await busyPerson()
    const items = Array.from({ length: 10 }, () => ({ responsibleId: person.id }))
    await buildProtocol(test.db, { destinationDepartmentId: destination.id, items })
    const { body } = await test.as(admin).get(`/api/users/${person.id}/responsibilities?page=2`)
    expect(body.data).toHaveLength(2)
    expect(body.meta).toMatchObject({ total: 12, current_page: 2, last_page: 2 })
  })

  it('is told a Gestor as far as they see it, an Admin whole, and nobody else', async () => {
    const { admin, person, manager } = await busyPerson()
    const path = `/api/users/${person.id}/responsibilities`
    expect((await test.as(manager).get(path)).body.meta.total).toBe(2)
    const outsider = await buildManager(test.db)
    expect((await test.as(outsider).get(path)).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect((await test.as(admin).get(path)).body.meta.total).toBe(2)
    expect((await test.as(person).get(path)).status).toBe(403)
    expect((await test.as(admin).get('/api/users/999999/responsibilities')).status).toBe(404)
  })
})

describe('a person who leaves a department', () => {
  // proves 18.69
  it('keeps no notice of what they no longer see, and gets no mail of it', async () => {
    const { origin, person, urgent, later, change } = await busyPerson()
    const { db } = test
    const elsewhere = await buildDepartment(db)
    const theirs = await buildProtocol(db, { originDepartmentId: elsewhere.id, destinationDepartmentId: origin.id })
    const config = testConfig()
    const mails = async (protocolId: number) => {
      const words = { userId: person.id, title: 'Prazo', because: 'é responsável' }
      const { id } = await buildNotification(db, { userId: person.id, protocolId })
      const line = { protocolId, item: 'Item 1', path: 'Aqui', words: 'vence amanhã', isOverdue: false }
      const notice = noticeOrder(person.id, id, [protocolId])
      const reminder = { ...words, kind: 'reminder' as const, lines: [line], omitted: 0 }
      const mail = await composeNotification(db, config, notice)
      await db.deleteFrom('notifications').where('id', '=', id).execute()
      return [mail, await composeReminder(db, config, reminder, new Date())]
    }
    for (const { id } of [urgent, later]) await buildNotification(db, { userId: person.id, protocolId: id })
    await buildNotification(db, { userId: person.id, protocolId: null })
    const shown = async () =>
      (await noticesOf(person)).map(({ protocol_id }: { protocol_id: number | null }) => protocol_id)

    expect((await change({ udpid: origin.id })).status).toBe(200)
    expect(await shown()).toEqual([later.id, urgent.id])
    expect((await mails(urgent.id)).every((mail) => mail !== undefined)).toBe(true)

    await buildNotification(db, { userId: person.id, protocolId: theirs.id })
    expect((await change({ udpid: elsewhere.id })).status).toBe(200)
    expect(await shown()).toEqual([theirs.id])
    expect(await mails(urgent.id)).toEqual([undefined, undefined])
    expect((await mails(theirs.id)).every((mail) => mail !== undefined)).toBe(true)
  })

  // proves 18.69
  it('keeps no notice of a bulk act that also tells of protocols that they no longer see', async () => {
    const { db, as } = test
    const { origin, destination, person, manager, change } = await busyPerson()
    const other = await buildDepartment(db)
    const protocols = [
      await buildProtocol(db, { originDepartmentId: origin.id, destinationDepartmentId: destination.id, items: [{}] }),
      await buildProtocol(db, { originDepartmentId: other.id, destinationDepartmentId: destination.id, items: [{}] }),
    ]
    const itemIds = protocols.flatMap(({ items }) => items.map(({ id }) => id))
    await as(manager).put('/api/protocols/items/bulk-assign', { itemIds, userId: person.id })
    expect(await noticesOf(person)).toMatchObject([{ protocol_id: protocols[0]?.id }])
    expect((await change({ udpid: origin.id })).status).toBe(200)
    expect(await noticesOf(person)).toEqual([])
  })

  // proves 18.69
  it('shows no notice that was written while others were withdrawn, and the next cleaning takes it away', async () => {
    const own = await testApp({ ownDatabase: true })
    const { db, as } = own
    const [admin, sender] = [await buildAdmin(db), await buildUser(db)]
    const [{ id: from }, { id: to }] = [await buildDepartment(db), await buildDepartment(db)]
    const [person, colleague] = [
      await buildUser(db, { departmentId: from }),
      await buildUser(db, { departmentId: from }),
    ]
    const itemType = await buildItemType(db)
    const asPerson = as(person)
    await asPerson.get('/api/auth/me')
    const form = {
      ...{ remarks: 'Contratos', origin_department_id: sender.departmentId, destination_department_id: from },
      ...{ requires_return: false, items: [{ item_type_id: itemType.id }] },
    }
    let moved: Promise<Reply> | undefined
    await db.transaction().execute(async (trx) => {
      // The change of the person waits here, with its notices withdrawn.
      await sql`lock table audit_events in share mode`.execute(trx)
      const edit = { uname: person.name, uemail: person.email, udpid: to }
      moved = as(admin).put(`/api/users/${person.id}`, edit)
      await untilWaiting(db, 1)
      expect((await as(sender).post('/api/protocols', form)).status).toBe(201)
    })
    expect((await moved)?.status).toBe(200)

    const inboxOf = async ({ id }: { id: number }, client = as({ id })) =>
      (await client.get(`/notifications/${id}`)).body
    expect((await inboxOf(colleague)).notifications).toHaveLength(1)
    expect((await inboxOf(person, asPerson)).notifications).toEqual([])
    await forgetOldNotifications(db, testConfig(), new Date())
    expect(await inboxOf(person, asPerson)).toEqual({ notifications: [], meta: { unread: 0 } })
    expect((await inboxOf(colleague)).meta).toEqual({ unread: 1 })
  })

  it('keeps what was said about the own account', async () => {
    const { origin, person, change } = await busyPerson()
    const { id } = await buildNotification(test.db, {
      userId: person.id,
      type: 'account',
      title: 'Link para nova senha',
    })
    expect((await change({ udpid: origin.id })).status).toBe(200)
    expect((await noticesOf(person)).map((notice: { id: number }) => notice.id)).toContain(id)
  })

  // proves 10.11
  it.each(['moves', 'is deactivated'])(
    'and %s keeps the items, and the Gestor is told and hands them on',
    async (how) => {
      const { origin, destination, manager, person, urgent, change } = await busyPerson()
      const outsider = await buildManager(test.db, { departmentId: origin.id })
      const { status } = await change(how === 'moves' ? { udpid: origin.id } : { is_active: false })
      expect(status).toBe(200)

      const notices = await noticesOf(manager)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toMatchObject({
        title: 'Itens com responsável fora do departamento',
        type: 'item_assigned',
        protocol_id: urgent.id,
        message: expect.stringContaining(
          `${person.name} não está mais no seu departamento e ainda responde por 2 itens`,
        ),
      })
      expect(await noticesOf(outsider)).toEqual([])

      const seen = (await test.as(manager).get(`/api/protocols/${urgent.id}`)).body
      expect(seen.items[0]).toMatchObject({ destination_user: person.name, responsible_has_left: true })
      expect(seen.items[2]).toMatchObject({ destination_user_id: null, responsible_has_left: false })

      const heir = await buildUser(test.db, { departmentId: destination.id })
      const reply = await test
        .as(manager)
        .post(`/api/protocols/items/${seen.items[0].id}/transfer`, { newUserId: heir.id })
      expect(reply.status).toBe(200)
      expect(reply.body.new_user.name).toBe(heir.name)
      expect(reply.body.item).toMatchObject({ destination_user: heir.name, responsible_has_left: false })
    },
  )

  it('troubles nobody when nothing changes for the items', async () => {
    const { admin, manager, change } = await busyPerson()
    await change({ uname: 'Outro Nome' })
    await change({ role: role.manager })
    expect(await noticesOf(manager)).toEqual([])
    await change({ is_active: false })
    await change({ is_active: false, uname: 'Ainda Inativa' })
    expect(await noticesOf(manager)).toHaveLength(1)
    // A colleague who answers for nothing.
    const { id, name: uname, email: uemail } = await buildUser(test.db, { departmentId: manager.departmentId })
    const farewell = { uname, uemail, udpid: manager.departmentId, is_active: false }
    expect((await test.as(admin).put(`/api/users/${id}`, farewell)).status).toBe(200)
    expect(await noticesOf(manager)).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('ends when the address it was sent to is corrected, and not with another change', async () => {
    const { db, as, anonymous } = test
    const admin = await buildAdmin(db)
    const { id: udpid } = await buildDepartment(db)
    const person = { uname: 'Íris', uemail: 'iris@malote.test', udpid }
    const invite = async (path: string, body?: object) => {
      const reply = await as(admin).post(path, body)
      return { uid: reply.body.uid, token: reply.body.invitation.url.split('#token=')[1] }
    }
    const choose = (token: string | null) =>
      anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })

    const { uid, token } = await invite('/api/users', person)
    await as(admin).put(`/api/users/${uid}`, { ...person, uemail: 'iris.dias@malote.test' })
    expect((await choose(token)).status).toBe(400)

    const again = await invite(`/api/users/${uid}/invite`)
    await as(admin).put(`/api/users/${uid}`, { ...person, uemail: 'IRIS.dias@malote.test', uphone: '1' })
    expect((await choose(again.token)).status).toBe(204)
  })
})

const isOpen = async (session: Client) => (await session.get('/api/auth/me')).status === 200

/** An Admin with two sessions, and two other people with one each. */
async function openSessions() {
  const test = await testApp({ ownDatabase: true })
  const [admin, user, other] = [await buildAdmin(test.db), await buildUser(test.db), await buildManager(test.db)]
  const sessions = {
    here: test.app.as(admin),
    elsewhere: test.app.as(admin),
    user: test.app.as(user),
    other: test.app.as(other),
  }
  for (const session of Object.values(sessions)) expect(await isOpen(session)).toBe(true)
  const whichAreOpen = async () => {
    const open: string[] = []
    for (const [name, session] of Object.entries(sessions)) if (await isOpen(session)) open.push(name)
    return open
  }
  const audited = () =>
    test.db
      .selectFrom('auditEvents')
      .select(['actorId', 'subjectKind', 'subjectId'])
      .where('action', '=', 'session.ended')
      .execute()
  return { ...test, ...sessions, admin, ids: { admin: admin.id, user: user.id }, whichAreOpen, audited }
}

// proves 18.27, V7.4.5
it('an Admin ends all sessions of one person', async () => {
  const { here, ids, whichAreOpen, audited } = await openSessions()
  expect((await here.delete(`/api/users/${ids.user}/sessions`)).status).toBe(204)
  expect(await whichAreOpen()).toEqual(['here', 'elsewhere', 'other'])
  expect(await audited()).toEqual([{ actorId: ids.admin, subjectKind: 'user', subjectId: String(ids.user) }])

  expect((await here.delete(`/api/users/${ids.admin}/sessions`)).status).toBe(204)
  expect((await here.delete('/api/users/999999/sessions')).status).toBe(404)
  expect(await whichAreOpen()).toEqual(['here', 'other'])
})

// proves 18.27, V7.4.5
it('an Admin ends the sessions of everybody, and goes on', async () => {
  const { here, ids, whichAreOpen, audited } = await openSessions()
  expect((await here.delete('/api/sessions')).status).toBe(204)
  expect(await whichAreOpen()).toEqual(['here'])
  expect(await audited()).toEqual([{ actorId: ids.admin, subjectKind: 'sessions', subjectId: null }])
})
