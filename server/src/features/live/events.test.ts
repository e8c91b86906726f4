import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newsChannels } from '../../app/app.ts'
import { type ChangeFeed, openChangeFeed } from '../../platform/db/change-feed.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildNotification,
  buildProtocol,
  buildUser,
} from '../../test/builders.ts'
import { type Listener, listen } from '../../test/event-stream.ts'

const feeds: ChangeFeed[] = []
const changes = (connectionString: string) => {
  const feed = openChangeFeed(connectionString, newsChannels)
  feeds.push(feed)
  return feed
}

/** A feed that begins to listen tells everybody. */
const areLive = () => vi.waitUntil(() => feeds.every((feed) => feed.isLive()), { timeout: 60_000 })

let here: TestApp
let there: TestApp
const open: Listener[] = []

beforeAll(async () => {
  here = await testApp({ changes })
  there = await testApp({ changes })
  await areLive()
})

afterEach(() => {
  for (const listener of open.splice(0)) listener.close()
})

async function hear(test: TestApp, person: { id: number }, token?: string, query?: string) {
  const listener = await listen(test.app, token ?? (await test.tokenOf(person)), query)
  open.push(listener)
  return listener
}

/** Two departments with a protocol between them, and a user in each of them and in a third. */
async function organisation(fields: Parameters<typeof buildProtocol>[1] = {}) {
  const protocol = await buildProtocol(here.db, fields)
  const [origin, destination] = [protocol.originDepartmentId, protocol.destinationDepartmentId]
  return {
    protocol,
    sender: await buildUser(here.db, { departmentId: origin, name: 'Ana Nogueira' }),
    receiver: await buildUser(here.db, { departmentId: destination, name: 'Carlos Menezes' }),
    stranger: await buildUser(here.db),
    admin: await buildAdmin(here.db, { departmentId: null }),
  }
}

const versionOf = async (id: number) =>
  (await here.db.selectFrom('protocols').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

describe('a stream of events', () => {
  // proves 15.1, 15.2
  it('is an endless answer that nothing keeps back, for whoever is signed in', async () => {
    const { sender } = await organisation()
    const { status, headers, beats } = await hear(here, sender)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-encoding')).toBeNull()
    await expect.poll(beats).toBe(1)
    expect((await hear(here, sender, 'nobody')).status).toBe(401)
    expect((await here.anonymous.get('/api/events')).status).toBe(401)
  })

  // proves 15.2
  it('tells both ends and every Admin of an act, and nobody else', async () => {
    const { protocol, sender, receiver, stranger, admin } = await organisation()
    const listeners = [await hear(here, sender), await hear(here, receiver), await hear(here, admin)]
    const outside = await hear(here, stranger)
    expect((await here.as(receiver).post(`/api/protocols/${protocol.id}/receive`)).status).toBe(200)

    const told = { id: protocol.id, version: await versionOf(protocol.id), by: 'Carlos Menezes' }
    for (const listener of listeners) await expect.poll(listener.protocols).toEqual([told])
    expect(outside.protocols()).toEqual([])
  })

  // proves 15.3
  it('tells of comments, which raise no version, and of several items as one act', async () => {
    const { protocol, sender, receiver } = await organisation({
      status: protocolStatus.inProgress,
      items: [{}, {}, {}],
    })
    for (const { id } of protocol.items)
      await here.db.updateTable('items').set({ responsibleId: receiver.id }).where('id', '=', id).execute()
    const listener = await hear(here, sender)
    await here.as(receiver).post(`/api/protocols/${protocol.id}/comments`, { text: 'Falta a página 3' })
    const said = { id: protocol.id, version: await versionOf(protocol.id), by: 'Carlos Menezes' }
    await expect.poll(listener.protocols).toEqual([said])

    const itemIds = protocol.items.map(({ id }) => id)
    await here.as(receiver).post('/api/protocols/items/bulk-return', { itemIds })
    await expect.poll(listener.protocols).toHaveLength(2)
    expect(listener.protocols()[1]).toEqual({ ...said, version: await versionOf(protocol.id) })
  })

  it('tells of what the system does by nobody’s name', async () => {
    const { protocol, sender } = await organisation()
    const listener = await hear(here, sender)
    await here.db
      .insertInto('history')
      .values({ protocolId: protocol.id, action: 'Protocolo editado', createdBy: null })
      .execute()
    await expect.poll(listener.protocols).toEqual([{ id: protocol.id, version: protocol.version, by: null }])
  })

  // proves 15.4
  it('tells what happens at another instance', async () => {
    const { protocol, sender, receiver } = await organisation()
    const listener = await hear(there, sender)
    await here.as(receiver).post(`/api/protocols/${protocol.id}/receive`)
    await expect.poll(listener.protocols).toMatchObject([{ id: protocol.id }])
  })

  it('tells of both acts when the one that began first is committed last', async () => {
    const { protocol, sender } = await organisation()
    const other = await buildProtocol(here.db, { originDepartmentId: sender.departmentId ?? 0 })
    const listener = await hear(here, sender)
    const line = (protocolId: number) => ({ protocolId, action: 'Protocolo editado', createdBy: sender.id })
    await here.db.transaction().execute(async (slow) => {
      await slow.insertInto('history').values(line(protocol.id)).execute()
      await here.db.insertInto('history').values(line(other.id)).execute()
      await expect.poll(listener.protocols).toMatchObject([{ id: other.id }])
    })
    await expect.poll(listener.protocols).toMatchObject([{ id: other.id }, { id: protocol.id }])
    // Neither event is sent again.
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(listener.protocols()).toHaveLength(2)
  })

  it('tells a page that was asked for a moment ago what has happened since, when it wants to know', async () => {
    const { protocol, sender, receiver, stranger } = await organisation()
    await here.as(receiver).post(`/api/protocols/${protocol.id}/comments`, { text: 'Segue' })
    const told = [{ id: protocol.id, version: await versionOf(protocol.id), by: 'Carlos Menezes' }]
    const listen = async (person: { id: number }, query: string) => {
      const listener = await hear(there, person, undefined, query)
      await expect.poll(listener.beats).toBe(1)
      return listener
    }
    const [late, outside, plain] = [
      await listen(sender, '?last=30'),
      await listen(stranger, '?last=30'),
      await listen(sender, ''),
    ]
    await expect.poll(late.protocols).toEqual(told)
    expect(late.events).toContainEqual({ event: 'inbox', data: { unread: 0 } })
    expect([outside.protocols(), plain.events]).toEqual([[], []])
    for (const nonsense of ['?last=-1', '?last=1e9', '?last=x']) {
      expect((await hear(there, sender, undefined, nonsense)).status).toBe(200)
    }
  })

  it('tells of an act that was under way when the stream was opened', async () => {
    const { protocol, sender } = await organisation()
    let listener: Listener | undefined
    await here.db.transaction().execute(async (slow) => {
      const line = { protocolId: protocol.id, action: 'Protocolo editado', createdBy: sender.id }
      await slow.insertInto('history').values(line).execute()
      listener = await hear(there, sender)
    })
    await expect.poll(() => listener?.protocols()).toMatchObject([{ id: protocol.id }])
  })
})

describe('the inbox', () => {
  // proves 15.3
  it('counts what is new, and what was read elsewhere', async () => {
    const department = await buildDepartment(here.db)
    const sender = await buildUser(here.db, { departmentId: department.id })
    const protocol = await buildProtocol(here.db, { originDepartmentId: department.id, createdBy: sender.id })
    const receiver = await buildUser(here.db, { departmentId: protocol.destinationDepartmentId })
    await buildNotification(here.db, { userId: sender.id })
    const listener = await hear(there, sender)
    const counts = () => listener.events.flatMap((one) => (one.event === 'inbox' ? [one.data.unread] : []))
    await here.as(receiver).post(`/api/protocols/${protocol.id}/receive`)
    await expect.poll(counts).toEqual([2])
    await here.as(sender).put(`/notifications/mark-all-read/${sender.id}`)
    await expect.poll(counts).toEqual([2, 0])
  })
})

describe('a person who changes', () => {
  const edit = (person: Awaited<ReturnType<typeof buildUser>>, change: object) => ({
    uname: person.name,
    uemail: person.email,
    udpid: person.departmentId,
    role: person.role,
    is_active: true,
    ...change,
  })
  const meCount = ({ events }: Listener) => events.filter(({ event }) => event === 'me').length

  it('hears so, and from then on only what the new department sees', async () => {
    const { protocol, sender, receiver, stranger, admin } = await organisation()
    const [leaving, coming] = [await hear(there, receiver), await hear(there, stranger)]
    await here.as(admin).put(`/api/users/${receiver.id}`, edit(receiver, { udpid: stranger.departmentId }))
    await here.as(admin).put(`/api/users/${stranger.id}`, edit(stranger, { udpid: receiver.departmentId }))
    await expect.poll(() => [meCount(leaving), meCount(coming)]).toEqual([1, 1])
    await here.as(sender).post(`/api/protocols/${protocol.id}/comments`, { text: 'Segue' })
    await expect.poll(coming.protocols).toMatchObject([{ id: protocol.id }])
    expect(leaving.protocols()).toEqual([])
  })

  it('who must enrol a second step first hears of nothing else until then', async () => {
    const strict = await testApp({ changes, config: { REQUIRE_SECOND_STEP: 'admins' } })
    await areLive()
    const { protocol, sender, receiver, stranger, admin } = await organisation()
    const [promoted, other] = [await hear(strict, stranger), await hear(strict, receiver)]
    await here.as(admin).put(`/api/users/${stranger.id}`, edit(stranger, { role: role.admin }))
    await expect.poll(() => meCount(promoted)).toBe(1)
    const comment = () => here.as(sender).post(`/api/protocols/${protocol.id}/comments`, { text: 'Segue' })
    await comment()
    await expect.poll(() => other.protocols().length).toBe(1)
    const method = { userId: stranger.id, kind: 'totp', name: 'App', secret: Buffer.alloc(21), lastStep: 0 }
    await here.db.insertInto('secondStepMethods').values(method).execute()
    await comment()
    await expect.poll(() => [promoted.protocols().length, other.protocols().length]).toEqual([1, 2])
  })

  // proves 15.3
  it('hears of a new role and of a changed profile, and of no new password', async () => {
    const { receiver, admin } = await organisation()
    const listener = await hear(there, receiver)
    await here.as(admin).put(`/api/users/${receiver.id}`, edit(receiver, { role: role.manager }))
    await expect.poll(() => meCount(listener)).toBe(1)
    await here.db.updateTable('users').set({ notifyItemReturn: false }).where('id', '=', receiver.id).execute()
    await expect.poll(() => meCount(listener)).toBe(2)
    await here.db.updateTable('users').set({ passwordHash: 'x' }).where('id', '=', receiver.id).execute()
    await here.db.updateTable('users').set({ notifyItemReturn: true }).where('id', '=', receiver.id).execute()
    await expect.poll(() => meCount(listener)).toBe(3)
  })

  // proves 15.5
  it('is cut off when the session ends or the account is closed, everywhere', async () => {
    const { sender, receiver, admin } = await organisation()
    const token = await here.tokenOf(sender)
    const [one, two] = [await hear(here, sender, token), await hear(there, sender, token)]
    await here.withToken(token).post('/api/auth/logout')
    await Promise.all([one.ended, two.ended])
    expect((await hear(here, sender, token)).status).toBe(401)

    const closed = await hear(there, receiver)
    await here.as(admin).put(`/api/users/${receiver.id}`, edit(receiver, { is_active: false }))
    await closed.ended
  })
})

describe('registers', () => {
  it.each([
    ['department', async () => buildDepartment(here.db)],
    ['category', async () => buildCategory(here.db)],
    ['person', async () => buildUser(here.db, { departmentId: null, role: role.admin })],
    [
      'holiday',
      async () =>
        here.db.insertInto('holidays').values({ date: '2031-03-04', name: 'Feriado local', kind: 'local' }).execute(),
    ],
  ])('that got a new %s are told of to everybody', async (_, change) => {
    const { stranger } = await organisation()
    const { id } = await buildNotification(here.db, { userId: stranger.id })
    const listener = await hear(there, stranger)
    // Comes after what the organisation itself was told of.
    await here.db.updateTable('notifications').set({ readAt: new Date() }).where('id', '=', id).execute()
    await expect.poll(() => listener.events).toContainEqual({ event: 'inbox', data: { unread: 0 } })
    const registers = () => listener.events.filter(({ event }) => event === 'registers').length
    const before = registers()
    await change()
    await expect.poll(registers).toBe(before + 1)
  })
})

describe('the connection', () => {
  // proves 15.4
  it('is told of everything after news may have been missed', async () => {
    const { sender } = await organisation()
    const listener = await hear(here, sender)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'malote news'`.execute(here.db)
    const names = () => [...new Set(listener.events.map(({ event }) => event))].sort()
    await expect.poll(names).toEqual(['inbox', 'me', 'registers'])
    await expect.poll(() => feeds.every((feed) => feed.isLive())).toBe(true)
  })

  // proves 15.4
  it('works without any news from the database, a second later', async () => {
    const alone = await testApp()
    const { protocol, sender } = await organisation()
    const listener = await hear(alone, sender)
    await here.as(sender).post(`/api/protocols/${protocol.id}/comments`, { text: 'Segue' })
    await expect.poll(listener.protocols).toMatchObject([{ id: protocol.id }])
  })

  // proves 15.5
  it('has a heart-beat every 25 seconds, which also finds sessions whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const test = await testApp({ now: '2026-11-21T12:00:00Z' })
    const sender = await buildUser(test.db)
    const listener = await hear(test, sender)
    await expect.poll(listener.beats).toBe(1)
    vi.advanceTimersByTime(50_000)
    await expect.poll(listener.beats).toBe(3)

    const [session] = await test.db.selectFrom('sessions').selectAll().where('userId', '=', sender.id).execute()
    test.clock.advance(31 * 24 * 3_600_000)
    vi.advanceTimersByTime(25_000)
    await listener.ended
    vi.useRealTimers()
    // Listening does not extend the session.
    expect(session?.expiresAt).toBe('2026-12-21T12:00:00.000Z')
  })

  // proves 15.5
  it('ends with the server, which does not wait for it', async () => {
    const test = await testApp({ ownApp: true })
    const listener = await hear(test, await buildUser(test.db))
    await test.app.close()
    await listener.ended
  })

  it('makes room for the newest of too many streams of one session', async () => {
    const person = await buildUser(here.db)
    const token = await here.tokenOf(person)
    const first = await hear(here, person, token)
    for (let count = 0; count < 20; count += 1) await hear(here, person, token)
    await first.ended
  })
})
