import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import { type ChangeFeed, openChangeFeed } from '../db/change-feed.ts'
import { accessChanges, knownSessions, type Session } from './known-sessions.ts'

const hash = Buffer.from('a token')
const now = new Date('2026-11-21T12:00:00Z')

function fakeFeed() {
  const hearers: ((payload: string | undefined) => void)[] = []
  const feed: ChangeFeed & { live: boolean; happen: (payload?: string) => void } = {
    live: true,
    isLive: () => feed.live,
    onChange: (_channel, hear) => hearers.push(hear),
    tell: () => {},
    close: async () => {},
    happen: (payload) => {
      for (const hear of hearers) hear(payload)
    },
  }
  return feed
}

const session = (): Session => ({
  sessionId: 1,
  remember: false,
  duty: null,
  openedAt: now.getTime(),
  lastSeenAt: now.getTime(),
  expiresAt: now.getTime() + 60_000,
  viewer: { id: 1, name: 'Ana', departmentId: 1, role: role.user },
})

describe('a session that is known', () => {
  it('is asked for once, until there is news', async () => {
    const feed = fakeFeed()
    const known = knownSessions(feed)
    const ask = vi.fn(async () => session())
    for (let times = 0; times < 3; times += 1) await known.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(1)
    feed.happen()
    await known.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(2)
    known.forgetAll()
    await known.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('is forgotten at news of its own person, not of others', async () => {
    const feed = fakeFeed()
    const known = knownSessions(feed)
    const ask = vi.fn(async () => session())
    await known.find(hash, now, ask)
    feed.happen('2')
    await known.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(1)
    feed.happen('1')
    await known.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('is asked for every time while no news comes in', async () => {
    const feed = fakeFeed()
    const [deaf, without] = [knownSessions(feed), knownSessions(undefined)]
    const ask = vi.fn(async () => session())
    await deaf.find(hash, now, ask)
    feed.live = false
    await deaf.find(hash, now, ask)
    await without.find(hash, now, ask)
    await without.find(hash, now, ask)
    expect(ask).toHaveBeenCalledTimes(4)
  })

  it('is not remembered when something changed while the database was answering', async () => {
    const feed = fakeFeed()
    const known = knownSessions(feed)
    const overtaken = async () => {
      feed.happen()
      return session()
    }
    await known.find(hash, now, overtaken)
    const ask = vi.fn(async () => undefined)
    expect(await known.find(hash, now, ask)).toBeUndefined()
  })

  // proves V7.4.1
  it('ends when its time is over, and is believed for five seconds at most', async () => {
    const known = knownSessions(fakeFeed())
    const ask = vi.fn(async () => session())
    await known.find(hash, now, ask)
    await known.find(hash, new Date(now.getTime() + 60_000), ask)
    expect(ask).toHaveBeenCalledTimes(2)

    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001)
    await known.find(hash, now, ask)
    clock.mockRestore()
    expect(ask).toHaveBeenCalledTimes(3)
  })
})

describe('several instances', () => {
  const feeds: ChangeFeed[] = []
  const changes = (connectionString: string) => {
    const feed = openChangeFeed(connectionString, [accessChanges])
    feeds.push(feed)
    return feed
  }
  const soon = { timeout: 2_000, interval: 10 }

  async function twoInstances() {
    const [here, there] = [await testApp({ changes }), await testApp({ changes })]
    return { here, there }
  }
  let instances: Awaited<ReturnType<typeof twoInstances>>
  beforeAll(async () => {
    instances = await twoInstances()
  })

  async function someoneIn() {
    const { here, there } = instances
    await expect.poll(() => feeds.every((feed) => feed.isLive()), { timeout: 10_000 }).toBe(true)
    const admin = await buildAdmin(here.db)
    const person = await buildUser(here.db, { departmentId: (await buildDepartment(here.db)).id })
    const [atHere, atThere] = [here.as(person), there.as(person)]
    for (const client of [atHere, atThere]) expect((await client.get('/api/protocols')).status).toBe(200)
    return { admin: here.as(admin), person, atHere, atThere }
  }

  // proves V7.2.1, V7.2.2
  it('end the sessions of a deactivated person: at once where it was done, and where they write, a moment later elsewhere', async () => {
    const { admin, person, atHere, atThere } = await someoneIn()
    const { name, email, departmentId } = person
    const change = { uname: name, uemail: email, udpid: departmentId, is_active: false }
    expect((await admin.put(`/api/users/${person.id}`, change)).status).toBe(200)
    expect((await atHere.get('/api/protocols')).status).toBe(401)
    expect((await atThere.post('/api/protocols', {})).status).toBe(401)
    await expect.poll(async () => (await atThere.get('/api/protocols')).status, soon).toBe(401)
  })

  it('go on knowing who reads while others write', async () => {
    const { here } = instances
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    const { admin, person, atHere } = await someoneIn()
    const deafly = (change: string) =>
      sql.raw(`alter table sessions ${change} trigger sessions_access_changed`).execute(here.db)
    await deafly('disable')
    await here.db.deleteFrom('sessions').where('userId', '=', person.id).execute()
    await deafly('enable')
    expect((await admin.post('/api/departments', { dpname: 'Protocolo Geral' })).status).toBe(201)
    expect((await atHere.get('/api/protocols')).status).toBe(200)
    expect((await admin.delete('/api/auth/sessions')).status).toBe(204)
    expect((await atHere.get('/api/protocols')).status).toBe(401)
  })

  it('ask again after the connection for news was lost', async () => {
    const { here } = instances
    const { person, atThere } = await someoneIn()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'malote news'`.execute(here.db)
    await expect.poll(() => feeds.every((feed) => !feed.isLive()), soon).toBe(true)
    await here.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    expect((await atThere.get('/api/protocols')).status).toBe(401)
    await expect.poll(() => feeds.every((feed) => feed.isLive()), { timeout: 10_000 }).toBe(true)
  })
})
