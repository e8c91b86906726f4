import { role } from '@malote/core/users/role.ts'
import { canAdminister, canReadUsers } from '@malote/core/users/user-rules.ts'
import fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildManager, buildUser, testPassword } from '../../test/builders.ts'
import type { Client } from '../../test/client.ts'
import { type ChangeFeed, openChangeFeed } from '../db/change-feed.ts'
import { type Access, accessPlugin } from './access.ts'
import { accessChanges, knownSessions, type Session } from './known-sessions.ts'

let test: TestApp
const operatorToken = 'a-token-for-the-monitoring-1'
const elsewhere = '203.0.113.9'

/** An endless response, and a PDF that takes seconds. */
const lengthy = ['/api/events', '/api/help/manual']

beforeAll(async () => {
  test = await testApp({ config: { OPERATOR_TOKEN: operatorToken } })
  await test.app.ready()
})

/** An address of the route that names no record, so that calling it changes nothing. */
const addressOf = (url: string) =>
  url
    .replace(':importable', 'suppliers')
    .replace(':date', '2001-01-01')
    .replace(/:\w+/g, '2147483647')
    .replace('*', 'nada.js')

const routes = () => test.app.routeTable.filter(({ method }) => method !== 'HEAD')
const urlsOf = (access: Access) => [...new Set(routes().flatMap((route) => (route.access === access ? route.url : [])))]

async function call(method: string, url: string, token?: string) {
  const { statusCode, headers, body } = await test.app.inject({
    method: method as 'GET',
    url: addressOf(url),
    remoteAddress: elsewhere,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  const isJson = String(headers['content-type']).includes('json')
  return { status: statusCode, code: isJson ? (JSON.parse(body) as { code?: string }).code : undefined }
}

// proves 18.40, V8.2.1
it('does not start with a route that does not say who may call it', async () => {
  const app = fastify()
  await app.register(accessPlugin)
  app.get('/said', { config: { access: 'everyone' } }, async () => '')
  app.get('/forgotten', async () => '')
  await expect(app.ready()).rejects.toThrow('GET /forgotten does not say who may call it')
})

// proves 18.40, V3.5.3, V6.3.4, V6.4.2
it('is open to everyone only where it must be', () => {
  const calls = urlsOf('everyone').filter((url) => url.startsWith('/api'))
  expect(calls.sort()).toEqual([
    '/api/answers',
    '/api/answers/open',
    '/api/auth/address',
    '/api/auth/forgot-password',
    '/api/auth/login',
    '/api/auth/oidc/finish',
    '/api/auth/oidc/start',
    '/api/auth/password',
    '/api/auth/second-step',
    '/api/calendar/:token.ics',
    '/api/config',
    '/api/config/logo',
    '/api/unsubscribe/:token',
    '/api/verify/:code',
  ])
})

describe('every route', () => {
  // proves 6.1, 12.21, 18.40, V3.5.1, V3.5.2
  it('asks nobody in who is not signed in', async () => {
    for (const { method, url, access } of routes()) {
      const { status, code } = await call(method, url)
      const what = `${method} ${url}: ${status} ${code}`
      if (access === 'everyone') expect(status, what).not.toBe(401)
      else if (access === 'operators') expect(code, what).toBe('ONLY_OPERATORS')
      else expect([status, code], what).toEqual([401, 'NOT_SIGNED_IN'])
    }
  })

  // proves 10.5, 12.5, 18.27, 18.40, V8.2.1
  it.each([
    ['a Usuário', role.user, buildUser],
    ['a Gestor', role.manager, buildManager],
    ['an Admin', role.admin, buildAdmin],
  ])('lets %s do what its rule says, and only that', async (_who, ownRole, build) => {
    const person = await build(test.db)
    for (const { method, url, access } of routes()) {
      if (lengthy.includes(url)) continue
      const { status, code } = await call(method, url, await test.tokenOf(person))
      const what = `${method} ${url}: ${status} ${code}`
      expect(status, what).not.toBe(401)
      expect(status, what).toBeLessThan(500)
      if (access === 'operators') expect(code, what).toBe('ONLY_OPERATORS')
      if (typeof access !== 'function') continue
      const verdict = access({ id: person.id, name: '', departmentId: null, role: ownRole })
      if (verdict.allowed) expect(status, what).not.toBe(403)
      else expect([status, code], what).toEqual([403, verdict.code])
    }
  })

  // Calls that write are listed in admin-acts.test.
  // proves 10.6, 10.7, 18.32, 19.30
  it('is read by Admins alone, or by them and Gestores, where it must be', () => {
    const readBy = (rule: Access) =>
      routes().flatMap(({ method, url, access }) => (method === 'GET' && access === rule ? [url] : []))
    expect({ admins: readBy(canAdminister).sort(), managers: readBy(canReadUsers).sort() }).toEqual({
      admins: [
        '/api/audit',
        '/api/audit/export',
        '/api/backups/check',
        '/api/calendar/effect',
        '/api/import/:importable/template',
        '/api/system',
        '/api/users/:id/second-step',
        '/feedback/analytics',
      ],
      managers: ['/api/users', '/api/users/:id/responsibilities'],
    })
  })

  it('has one of the known rules', () => {
    const rules = new Set(routes().flatMap(({ access }) => (typeof access === 'function' ? [access] : [])))
    expect(rules).toEqual(new Set([canAdminister, canReadUsers]))
  })
})

describe('what is for operators', () => {
  const paths = ['/metrics', '/readyz', '/api/openapi.json', '/api/docs', '/api/docs/static/index.css']
  const ask = async (url: string, headers: Record<string, string>, remoteAddress: string, app = test.app) =>
    (await app.inject({ url, headers, remoteAddress })).statusCode

  // proves 18.41, V13.4.5
  it.each(paths)('%s answers this machine and who knows the token', async (path) => {
    expect(await ask(path, {}, '127.0.0.1')).toBe(200)
    expect(await ask(path, {}, '::1')).toBe(200)
    expect(await ask(path, { authorization: `Bearer ${operatorToken}` }, elsewhere)).toBe(200)
    expect(await ask(path, { authorization: `Bearer ${operatorToken}x` }, elsewhere)).toBe(403)
    expect(await ask(path, {}, elsewhere)).toBe(403)
    expect(
      await ask(path, { authorization: `Bearer ${await test.tokenOf(await buildAdmin(test.db))}` }, elsewhere),
    ).toBe(403)
  })

  // proves 18.41, V4.1.3
  it('stays closed to what comes through a proxy on this machine, whatever address is forged', async () => {
    const { app } = await testApp({ config: { TRUST_PROXY: true } })
    for (const one of [test.app, app]) {
      expect(await ask('/metrics', { 'x-forwarded-for': elsewhere }, '127.0.0.1', one)).toBe(403)
      expect(await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', one)).toBe(403)
      expect(await ask('/metrics', { 'x-forwarded-for': '127.0.0.1' }, elsewhere, one)).toBe(403)
      expect(await ask('/metrics', { forwarded: 'for=127.0.0.1' }, '127.0.0.1', one)).toBe(403)
    }
  })

  // proves 18.41
  it('leaves /healthz open', async () => {
    expect(await ask('/healthz', {}, elsewhere)).toBe(200)
  })
})

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
    await expect.poll(() => feeds.every((feed) => feed.isLive())).toBe(true)
    const admin = await buildAdmin(here.db)
    const person = await buildUser(here.db, { departmentId: (await buildDepartment(here.db)).id })
    const [atHere, atThere] = [here.as(person), there.as(person)]
    // Late news of another test may leave the first unknown.
    for (const client of [atHere, atThere, atHere, atThere])
      expect((await client.get('/api/protocols')).status).toBe(200)
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
    await expect.poll(async () => (await atThere.get('/api/protocols')).status).toBe(401)
  })

  it('go on knowing who reads while others write', async () => {
    const { here } = instances
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
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
    await expect.poll(() => feeds.every((feed) => !feed.isLive())).toBe(true)
    await here.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute()
    expect((await atThere.get('/api/protocols')).status).toBe(401)
    await expect.poll(() => feeds.every((feed) => feed.isLive())).toBe(true)
  })
})

const [minute, hour] = [60_000, 3_600_000]
const stale = { message: 'Confirme a sua senha para continuar', code: 'PROOF_NEEDED' }

/** An Admin whose session was opened more than four hours ago, and somebody else. */
async function forgottenSession() {
  const test = await testApp()
  const [admin, user] = [await buildAdmin(test.db), await buildUser(test.db)]
  const session = test.app.as(admin)
  await session.get('/api/auth/me')
  test.clock.advance(4 * hour + minute)
  return { ...test, admin, session, user }
}

const formOf = ({ name, email, departmentId }: { name: string; email: string; departmentId: number | null }) => ({
  uname: name,
  uemail: email,
  udpid: departmentId,
})

type Call = (session: Client, user: Awaited<ReturnType<typeof buildUser>>) => ReturnType<Client['get']>

const calls: [string, Call][] = [
  [
    'an e-mail address',
    (session, user) => session.put(`/api/users/${user.id}`, { ...formOf(user), uemail: 'x@y.test' }),
  ],
  ['a role', (session, user) => session.put(`/api/users/${user.id}`, { ...formOf(user), role: role.admin })],
  [
    'a new Admin',
    (session, user) => session.post('/api/users', { ...formOf(user), uemail: 'novo@y.test', role: role.admin }),
  ],
  ['a link for somebody else’s password', (session, user) => session.post(`/api/users/${user.id}/invite`)],
  ['an import of users', (session) => session.post('/api/import/users?token=x', Buffer.from('Nome'))],
  ['the end of other sessions', (session) => session.delete('/api/auth/sessions')],
  ['the end of one session', (session) => session.delete('/api/auth/sessions/1')],
]

describe('a session that was left open', () => {
  // proves 18.20, V7.5.1, V7.5.2
  it.each(calls)('needs the password again for %s', async (_, call) => {
    const { session, user } = await forgottenSession()
    const { status, body } = await call(session, user)
    expect(status).toBe(403)
    expect(body).toEqual(stale)

    expect((await session.post('/api/auth/proof', { currentPassword: testPassword })).status).toBe(204)
    expect((await call(session, user)).body?.code).not.toBe('PROOF_NEEDED')
  })

  it('still does everything that changes nobody’s access', async () => {
    const { session, user, db } = await forgottenSession()
    const created = { ...formOf(user), uemail: `nova-${user.email}`, role: role.user }
    expect((await session.post('/api/users', created)).status).toBe(201)
    const renamed = { ...formOf(user), uname: 'Outro Nome', uemail: user.email.toUpperCase() }
    expect((await session.put(`/api/users/${user.id}`, renamed)).status).toBe(200)
    const invited = await buildUser(db, { password: null })
    expect((await session.post(`/api/users/${invited.id}/invite`)).status).toBe(201)
    expect((await session.get('/api/auth/sessions')).status).toBe(200)
  })

  it('needs the password again for the first link of an Admin', async () => {
    const { session, db } = await forgottenSession()
    const { id } = await buildAdmin(db, { password: null })
    expect((await session.post(`/api/users/${id}/invite`)).body).toEqual(stale)
  })

  it('needs the password again to make a former Admin one again', async () => {
    const { session, db } = await forgottenSession()
    const [former, person] = [await buildAdmin(db, { isActive: false }), await buildUser(db, { isActive: false })]
    const activate = (one: typeof person) => session.put(`/api/users/${one.id}`, { ...formOf(one), is_active: true })
    expect((await activate(former)).body).toEqual(stale)
    expect((await activate(person)).status).toBe(200)
    await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect((await activate(former)).body).toMatchObject({ role: role.admin, is_active: true })
  })

  it('has not proved anything when the answer is about who is asked for', async () => {
    const { session, app, db } = await forgottenSession()
    expect((await session.post('/api/users/999999/invite')).status).toBe(404)
    const manager = app.as(await buildUser(db))
    expect((await manager.post('/api/users/999999/invite')).body.code).toBe('ONLY_ADMINS')
  })
})

describe('the password again', () => {
  // proves 18.20
  it('is refused at its field, and counts as a failed sign-in', async () => {
    const { session, admin, anonymous } = await forgottenSession()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status, body } = await session.post('/api/auth/proof', { currentPassword: 'errada' })
      expect(status).toBe(400)
      expect(body.errors).toEqual({ currentPassword: 'Senha atual incorreta' })
    }
    const stopped = await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60)
    const signIn = await anonymous.post('/api/auth/login', { email: admin.email, password: testPassword })
    expect(signIn.status).toBe(429)
  })

  it('cannot be given by somebody who has none', async () => {
    const { app, db } = await testApp()
    const session = app.as(await buildUser(db, { password: null }))
    const { status, body } = await session.post('/api/auth/proof', { currentPassword: 'qualquer' })
    expect(status).toBe(400)
    expect(body.errors.currentPassword).toContain('entre de novo')
  })

  // proves 18.20
  it.each([
    [
      'ten minutes for the end of others’ sessions',
      10 * minute,
      (one: Client, id: number) => one.delete(`/api/users/${id}/sessions`),
    ],
    ['ten minutes for the end of everybody’s sessions', 10 * minute, (one: Client) => one.delete('/api/sessions')],
    ['four hours for a new link', 4 * hour, (one: Client, id: number) => one.post(`/api/users/${id}/invite`)],
  ])('counts for %s, in this session alone', async (_, lifetime, call) => {
    const { session, user, clock, app, admin } = await forgottenSession()
    const elsewhere = app.as(admin)
    await elsewhere.get('/api/auth/me')
    clock.advance(lifetime + 1)
    await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect((await call(elsewhere, user.id)).body).toEqual(stale)
    clock.advance(lifetime)
    expect((await call(session, user.id)).status).toBeLessThan(300)
    clock.advance(1)
    expect((await call(session, user.id)).body).toEqual(stale)
  })
})
