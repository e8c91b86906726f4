import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildNotification, buildProtocol, buildUser, testPassword } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { forgetOldNotifications } from './forget-old-notifications.ts'

let test: TestApp

beforeAll(async () => {
  test = await testApp()
})

async function personWith(count: number) {
  const user = await buildUser(test.db)
  const notifications = []
  for (let n = 0; n < count; n += 1) notifications.push(await buildNotification(test.db, { userId: user.id }))
  const list = async (query = '') => (await test.as(user).get(`/notifications/${user.id}${query}`)).body
  return { user, notifications, list }
}

describe('notifications', () => {
  // proves 3.5
  it('are the newest ten, with a count of all unread ones', async () => {
    const { notifications, list } = await personWith(12)
    const body = await list()
    expect(body.meta).toEqual({ unread: 12 })
    expect(body.notifications).toHaveLength(10)
    const newest = notifications.at(-1)
    expect(body.notifications[0]).toEqual({
      ...{ id: newest?.id, type: 'new_protocol', title: 'Novo protocolo', message: newest?.message },
      ...{ created_at: newest?.createdAt, is_read: 0, protocol_id: null },
    })
  })

  // proves 7.2.1, 9.1
  it('come as many as asked for, within bounds', async () => {
    const { list } = await personWith(12)
    for (const [limit, count] of Object.entries({ 3: 3, 0: 10, '-5': 10, 1000: 12, muitas: 10, '': 10 }))
      expect((await list(`?limit=${limit}`)).notifications, limit).toHaveLength(count)
  })

  // proves 17.67
  it('are found in pages, by what they and their protocols say, also only the unread ones', async () => {
    const { user, notifications, list } = await personWith(12)
    const { departmentId } = user
    const { id: protocolId } = await buildProtocol(test.db, {
      ...(departmentId && { destinationDepartmentId: departmentId }),
      remarks: 'Pastas de admissão',
    })
    const about = await buildNotification(test.db, { userId: user.id, protocolId })
    const last = await list('?page=2&limit=10')
    expect(last.notifications).toHaveLength(3)
    expect(last.meta).toEqual({ unread: 13, total: 13, per_page: 10, current_page: 2, last_page: 2 })
    const found = await list('?page=1&search=ADMISSAO')
    expect(found.notifications).toMatchObject([{ id: about.id, subject: 'Pastas de admissão' }])
    expect((await list('?page=1&search=100%25')).meta).toMatchObject({ total: 0, last_page: 1 })
    await test.as(user).put(`/notifications/${notifications[0]?.id}/read`)
    expect((await list('?page=1&unread=1')).meta).toMatchObject({ unread: 12, total: 12 })
  })

  // proves 4.23, 7.2.2
  it('are read one by one, also twice', async () => {
    const { user, notifications, list } = await personWith(2)
    const path = `/notifications/${notifications[0]?.id}/read`
    expect((await test.as(user).put(path)).status).toBe(200)
    expect((await test.as(user).put(path)).status).toBe(200)
    const body = await list()
    expect(body.meta.unread).toBe(1)
    expect(body.notifications.map(({ is_read }: { is_read: number }) => is_read)).toEqual([0, 1])
  })

  // proves 4.23, 7.2.2
  it('are read all at once, and nobody else’s', async () => {
    const [one, other] = [await personWith(3), await personWith(1)]
    expect((await test.as(one.user).put(`/notifications/mark-all-read/${one.user.id}`)).status).toBe(200)
    expect((await one.list()).meta.unread).toBe(0)
    expect((await other.list()).meta.unread).toBe(1)
  })

  // Those of people who lose their sight of it meanwhile are withdrawn, and one may be written at that moment.
  it('are left out when they are about a protocol that their owner may not see', async () => {
    const { user, list } = await personWith(1)
    const { id: protocolId } = await buildProtocol(test.db)
    await buildNotification(test.db, { userId: user.id, protocolId })
    expect((await list()).notifications).toMatchObject([{ protocol_id: null }])
  })

  // proves 7.2.1, V8.2.2
  it('are their owner’s alone', async () => {
    const [owner, stranger] = [await personWith(1), await personWith(0)]
    const client = test.as(stranger.user)
    const list = await client.get(`/notifications/${owner.user.id}`)
    expect(list.status).toBe(403)
    expect(list.body.message).toBe('Você só pode ver as suas próprias notificações')
    expect((await client.put(`/notifications/mark-all-read/${owner.user.id}`)).status).toBe(403)
    const read = await client.put(`/notifications/${owner.notifications[0]?.id}/read`)
    expect(read.status).toBe(404)
    expect(read.body.message).toBe('Notificação não encontrada')
    expect((await client.put('/notifications/abc/read')).status).toBe(404)
    expect((await owner.list()).meta.unread).toBe(1)
  })
})

const now = new Date('2026-11-21T06:45:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

// proves 11.28, 18.81
it.each([
  ['half a year for what was read, and a year for the rest', {}, [181, 179], [366, 364]],
  [
    'what is configured, unread ones also for less than read ones',
    { RETENTION_NOTIFICATIONS_DAYS: 10, RETENTION_READ_NOTIFICATIONS_DAYS: 30 },
    [31, 29],
    [11, 9],
  ],
])('are kept for %s', async (_, kept, read, unread) => {
  const { db } = await testApp({ ownDatabase: true })
  const { id: userId } = await buildUser(db)
  for (const age of [...read, ...unread]) {
    const readAt = read.includes(age) ? daysAgo(1) : null
    await buildNotification(db, { userId, message: `${age} dias`, createdAt: daysAgo(age), readAt })
    await db
      .insertInto('typedTexts')
      .values({ body: `Texto de ${age} dias`, toldAt: daysAgo(age) })
      .execute()
  }
  expect(await forgetOldNotifications(db, { ...testConfig(), ...kept }, now)).toBe(2)
  const left = await db.selectFrom('notifications').select('message').orderBy('id').execute()
  expect(left.map(({ message }) => message)).toEqual([`${read[1]} dias`, `${unread[1]} dias`])
  const oldest = Math.max(...read, ...unread)
  const texts = await db.selectFrom('typedTexts').select('body').orderBy('id').execute()
  expect(texts.map(({ body }) => body)).toEqual(
    [...read, ...unread].filter((age) => age < oldest).map((age) => `Texto de ${age} dias`),
  )
})

const organisation = async () => ({ ...test, admin: await buildAdmin(test.db), person: await buildUser(test.db) })
type Organisation = Awaited<ReturnType<typeof organisation>>

const titlesOf = async ({ id }: { id: number }) =>
  (await test.db.selectFrom('notifications').select('title').where('userId', '=', id).execute()).map(
    ({ title }) => title,
  )

describe('the owner of an account', () => {
  // proves 18.103
  it.each<[string, string, (test: Organisation) => Promise<unknown>]>([
    [
      'of a new password of their own',
      'Senha alterada',
      ({ as, person }) =>
        as(person).put('/api/auth/profile', { currentPassword: testPassword, newPassword: 'duas palavras' }),
    ],
    [
      'of the end of their other sessions',
      'Sessões encerradas',
      ({ as, person }) => as(person).delete('/api/auth/sessions'),
    ],
    [
      'of the end of one of them',
      'Sessão encerrada',
      async ({ as, tokenOf, person }) => {
        await tokenOf(person)
        const session = as(person)
        const { body } = await session.get('/api/auth/sessions')
        const other = body.find(({ is_current }: { is_current: boolean }) => !is_current)
        return session.delete(`/api/auth/sessions/${other.id}`)
      },
    ],
    [
      'of the end of their sessions by an Admin',
      'Sessões encerradas',
      ({ as, admin, person }) => as(admin).delete(`/api/users/${person.id}/sessions`),
    ],
    [
      'of the end of everybody’s sessions',
      'Sessões encerradas',
      async ({ as, admin, person, tokenOf }) => {
        await tokenOf(person)
        return as(admin).delete('/api/sessions')
      },
    ],
    [
      'of the end of their calendar’s address',
      'Endereço de calendário encerrado',
      async ({ as, db, person }) => {
        await db
          .insertInto('calendarFeeds')
          .values({ userId: person.id, tokenHash: Buffer.alloc(32, 1), createdAt: new Date() })
          .execute()
        return as(person).delete('/api/profile/calendar-feed')
      },
    ],
    [
      'of new recovery codes',
      'Códigos de recuperação trocados',
      async ({ as, db, person }) => {
        const method = { userId: person.id, kind: 'totp', name: 'Celular', secret: Buffer.alloc(20), lastStep: 0 }
        await db.insertInto('secondStepMethods').values(method).execute()
        return as(person).post('/api/auth/second-step/recovery-codes')
      },
    ],
  ])('is told %s', async (_, title, act) => {
    const people = await organisation()
    const reply = (await act(people)) as { status: number }
    expect(reply.status).toBeLessThan(300)
    expect(await titlesOf(people.person)).toEqual([title])
    expect(await titlesOf(people.admin)).toEqual([])
  })

  // proves 18.103
  it('is told of a password that a link has chosen', async () => {
    const { admin, person } = await organisation()
    const { body } = await test.as(admin).post(`/api/users/${person.id}/invite`)
    const token = decodeURIComponent(body.invitation.url.split('#token=')[1])
    await test.anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })
    expect(await titlesOf(person)).toEqual(['Link para nova senha criado', 'Senha escolhida por um link'])
  })
})
