import { notificationTypes } from '@malote/core/notifications/notification-type.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { tokenHash } from '../../platform/http/auth.ts'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, expensiveHash, testPassword } from '../../test/builders.ts'
import { forgetExpiredAccess } from './forget-access.ts'
import { attemptsOrigin, attemptsOrigins, networkOf } from './network-of.ts'
import { signInThrottle } from './sign-in-throttle.ts'

const hour = 3_600_000
const badCredentials = { message: 'E-mail ou senha incorretos', code: 'BAD_CREDENTIALS' }

/** An address in a network that no other test uses, so that failed sign-ins do not count across tests. */
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.${Math.floor(addresses / 250)}.${addresses % 250}.1`
}

async function signInDesk(config = {}) {
  const test = await testApp({ config: { TRUST_PROXY: true, ...config } })
  const login = (body: unknown, address = newAddress()) =>
    test.anonymous.post('/api/auth/login', body, { 'x-forwarded-for': address, 'user-agent': 'Navegador de teste' })
  return { ...test, login }
}

describe('signing in', () => {
  // proves 1.5, 3.1, 7.1.1, 18.10
  it('answers with the person and a token that opens the app', async () => {
    const { db, login, withToken } = await signInDesk()
    const department = await buildDepartment(db, { name: 'Protocolo Geral' })
    const user = await buildUser(db, { departmentId: department.id, role: role.manager, phone: '(11) 91234-5678' })

    const { status, body } = await login({ email: user.email.toUpperCase(), password: testPassword })

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['device', 'token', 'user'])
    expect(body.user).toEqual({
      id: user.id,
      name: user.name,
      email: user.email,
      phone: '(11) 91234-5678',
      role: 'Gestor',
      department_id: department.id,
      department_name: 'Protocolo Geral',
      ...Object.fromEntries(notificationTypes.map((type) => [`notify_${type}`, true])),
    })
    const me = await withToken(body.token).get('/api/auth/me')
    expect(me.status).toBe(200)
    expect(me.body).toEqual(body.user)
  })

  // proves 10.12, V7.2.1, V7.2.2, V14.2.4
  it('keeps no token that could be read back', async () => {
    const { db, login } = await signInDesk()
    const user = await buildUser(db)
    const { body } = await login({ email: user.email, password: testPassword })
    const session = await db.selectFrom('sessions').selectAll().where('userId', '=', user.id).executeTakeFirstOrThrow()
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32)
    expect(session.tokenHash).toHaveLength(32)
    expect(session.userAgent).toBe('Navegador de teste')
  })

  // proves 5.1.1
  it('refuses an empty form with a sentence per field', async () => {
    const { login } = await signInDesk()
    const errors = { email: 'Email é obrigatório', password: 'Senha é obrigatória' }
    expect(await login({ email: ' ' })).toMatchObject({
      status: 400,
      body: { message: errors.email, code: 'INVALID_INPUT', errors },
    })
  })

  // proves 10.15
  it('gives the same answer whatever is wrong', async () => {
    const { db, login } = await signInDesk()
    const user = await buildUser(db)
    const inactive = await buildUser(db, { isActive: false })
    const invited = await buildUser(db, { password: null })

    const replies = [
      await login({ email: user.email, password: 'outra-senha' }),
      await login({ email: 'ninguem@malote.test', password: testPassword }),
      await login({ email: inactive.email, password: testPassword }),
      await login({ email: invited.email, password: testPassword }),
    ]

    for (const { status, body } of replies) {
      expect(status).toBe(401)
      expect(body).toEqual(badCredentials)
    }
  })

  // proves 10.15, V11.4.2
  it('hashes as OWASP recommends', async () => {
    // The setup of the tests hashes cheaply; this is the module as the server has it.
    vi.resetModules()
    const { hashPassword } = await import('./password.ts')
    expect(await hashPassword('girassol 64')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  // proves 10.15
  it('takes as long for an unknown account as for a known one', async () => {
    const { db, login } = await signInDesk()
    // The time of the processor, which other processes do not change: nearly all of it is the hashing.
    const timeOf = async (email: string) => {
      const start = process.cpuUsage()
      await login({ email, password: 'errada' })
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    // Created beforehand, because the server handles the notification of a new person while the next request waits.
    const people = []
    for (let round = 0; round < 4; round += 1) people.push(await buildUser(db, { passwordHash: expensiveHash }))
    let [known, unknown] = [Infinity, Infinity]
    for (const [round, { email }] of people.entries()) {
      known = Math.min(known, await timeOf(email))
      unknown = Math.min(unknown, await timeOf(`ninguem${round}@malote.test`))
    }
    // Compares the cheapest of each: without hashing an answer costs a few milliseconds.
    expect(unknown).toBeGreaterThan(known / 2)
  })
})

describe('too many failures', () => {
  const wrong = 'senha-errada'

  // proves 10.16
  it.each(['known', 'unknown'])('stops an account that is %s after five from one address', async (kind) => {
    const { db, login } = await signInDesk()
    const address = newAddress()
    // On a busy machine the attempts could take longer than a minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    const email = kind === 'known' ? (await buildUser(db)).email : 'fantasma@malote.test'
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await login({ email, password: wrong }, address)).status).toBe(401)
    }
    const stopped = await login({ email: email.toUpperCase(), password: testPassword }, address)
    expect(stopped.status).toBe(429)
    expect(stopped.body.message).toBe('Muitas tentativas de acesso. Aguarde 15 minutos e tente novamente.')
    expect(stopped.body.code).toBe('TOO_MANY_LOGINS')
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(14 * 60)
  })

  it('gives real and invented accounts one answer where somebody signed in before', async () => {
    const { db, login } = await signInDesk()
    const [owner, stranger] = [await buildUser(db), await buildUser(db)]
    const address = newAddress()
    expect((await login({ email: owner.email, password: testPassword }, address)).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    // Without hashing, which takes most of the time.
    for (let n = 0; n < 27; n += 1) {
      const noGuess = signInThrottle(db).attempt(`pessoa-${n}@longe.test`, { address }, () =>
        Promise.reject(new Error()),
      )
      await expect(noGuess).rejects.toThrow()
    }
    const answers = []
    for (let round = 0; round < 2; round += 1) {
      for (const email of [owner.email, stranger.email, 'ninguem@malote.test']) {
        const { status, body, headers } = await login({ email, password: wrong }, address)
        const { 'x-request-id': _id, date: _date, ...same } = headers
        answers.push({ status, body, headers: same })
      }
    }
    const [failed, , , refused] = answers
    expect(failed).toMatchObject({ status: 401, body: badCredentials })
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_LOGINS' }, headers: { 'retry-after': '900' } })
    expect(answers).toEqual([failed, failed, failed, refused, refused, refused])
  })

  // proves 10.16, 18.25
  it('lock out nobody of ten people behind one address in the browsers that they use, one of them hostile', async () => {
    const { db, login } = await signInDesk()
    const address = newAddress()
    const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(db)))
    const devices = []
    for (const { email } of people) {
      const { body } = await login({ email, password: testPassword }, address)
      expect(body.device).toMatch(/^[\w-]{43}$/)
      devices.push(body.device)
    }
    const [hostile, ...others] = people
    const [own, ...theirs] = devices
    const statuses = []
    for (let round = 0; round < 4; round += 1) {
      // The secret of one's own browser says nothing of another account.
      for (const { email } of others) {
        statuses.push((await login({ email, password: wrong, device: own }, address)).status)
      }
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array.from({ length: 6 }, () => 429))
    expect((await login({ email: hostile?.email, password: testPassword }, address)).status).toBe(429)

    for (const [index, { email }] of others.entries()) {
      const device = theirs[index]
      expect((await login({ email, password: wrong, device }, address)).status).toBe(401)
      const { status, body } = await login({ email, password: testPassword, device }, address)
      expect(status).toBe(200)
      expect(body.device).toBe(device)
    }
  })

  it('count in a browser although its secret is no secret, and give it a new one', async () => {
    const { db, login } = await signInDesk()
    const { id, email } = await buildUser(db)
    for (const device of ['', 7, 'x'.repeat(43), { $ne: null }]) {
      const { status, body } = await login({ email, password: testPassword, device })
      expect(status).toBe(200)
      expect(body.device).not.toBe(device)
    }
    const kept = await db.selectFrom('devices').select('tokenHash').where('userId', '=', id).execute()
    expect(kept).toHaveLength(4)
  })
})

describe('sign-ins without end', () => {
  // proves 10.16
  it('of one account are refused although each is right, but not in its own browser, and nobody else’s', async () => {
    // A twentieth of the usual limits: 3 of an account, 50 of an address.
    const { db, login } = await signInDesk({ FAIR_USE_FACTOR: 0.05 })
    vi.useFakeTimers({ toFake: ['Date'] })
    const [{ email }, other] = [await buildUser(db), await buildUser(db)]
    const { device } = (await login({ email, password: testPassword })).body
    for (let n = 0; n < 2; n += 1) expect((await login({ email, password: testPassword })).status).toBe(200)
    const { status, body, headers } = await login({ email, password: testPassword })
    expect([status, body.code]).toEqual([429, 'TOO_MANY_LOGINS'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect((await login({ email, password: testPassword, device })).status).toBe(200)
    expect((await login({ email: other.email, password: testPassword })).status).toBe(200)
  })

  // proves 10.16
  it('of one address are refused, and nobody else’s', async () => {
    // A thousandth: one of an account, one of an address.
    const { db, login } = await signInDesk({ FAIR_USE_FACTOR: 0.001 })
    const [first, second] = [await buildUser(db), await buildUser(db)]
    const address = newAddress()
    const statusOf = async ({ email }: { email: string }, from?: string) =>
      (await login({ email, password: testPassword }, from)).status
    expect(await statusOf(first, address)).toBe(200)
    expect(await statusOf(second, address)).toBe(429)
    expect(await statusOf(second)).toBe(200)
  })

  // proves 10.16, 18.25
  it('in one’s own browsers leave the address to the others, and are not refused for what others did there', async () => {
    // A thousandth: one of an account, one of an address, one of a browser.
    const { db, login } = await signInDesk({ FAIR_USE_FACTOR: 0.001 })
    vi.useFakeTimers({ toFake: ['Date'] })
    const [busy, other] = [await buildUser(db), await buildUser(db)]
    const address = newAddress()
    const { device } = (await login({ email: busy.email, password: testPassword }, newAddress())).body
    expect((await login({ email: busy.email, password: testPassword, device }, address)).status).toBe(200)
    const { device: ofOther } = (await login({ email: other.email, password: testPassword }, address)).body
    expect(ofOther).toBeTypeOf('string')
    expect((await login({ email: other.email, password: testPassword, device: ofOther }, address)).status).toBe(200)
  })

  // proves 10.16
  it.each([
    ['POST', '/api/auth/password', { token: 'x'.repeat(43), newPassword: 'duas palavras' }, 400],
    ['POST', '/api/auth/second-step', { token: 'x'.repeat(43), method: 'totp', code: '123456' }, 401],
    ['GET', `/api/calendar/${'x'.repeat(43)}.ics`, undefined, 404],
  ] as const)('with unknown tokens are thirty of an address: %s %s', async (method, url, payload, usual) => {
    const { app } = await signInDesk()
    const [greedy, other] = [newAddress(), newAddress()]
    const statusFor = async (address: string) =>
      (await app.inject({ method, url, headers: { 'x-forwarded-for': address }, ...(payload && { payload }) }))
        .statusCode
    const statuses = []
    for (let n = 0; n < 32; n += 1) statuses.push(await statusFor(greedy))
    expect(statuses).toEqual([...Array(30).fill(usual), 429, 429])
    expect(await statusFor(other)).toBe(usual)
  })
})

describe('a session', () => {
  /** Signs in and tries the session after each of these pauses, in hours. */
  async function triedAfter(remember: boolean, pauses: readonly number[], headers = {}) {
    const { db, login, withToken, clock } = await signInDesk()
    const { token } = (await login({ email: (await buildUser(db)).email, password: testPassword, remember })).body
    const statuses: number[] = []
    for (const pause of pauses) {
      clock.advance(pause * hour)
      statuses.push((await withToken(token).get('/api/auth/me', headers)).status)
    }
    return statuses
  }

  // proves 10.13, V7.3.1, V7.3.2
  it.each([
    [false, [11, 11, 1.9, 0.1], [200, 200, 200, 401]],
    [false, [11, 12], [200, 401]],
    [false, [12], [401]],
    [true, [29 * 24, 23, 1], [200, 200, 401]],
  ])('with remember %s slides within its limit: after %j hours it answers %j', async (remember, pauses, statuses) => {
    expect(await triedAfter(remember, pauses)).toEqual(statuses)
  })

  // proves 18.26, V7.3.1, V7.3.2
  it('is not kept open by a browser that nobody uses', async () => {
    expect(await triedAfter(false, [6, 6], { 'malote-away': '1' })).toEqual([200, 401])
    expect(await triedAfter(false, [6, 6])).toEqual([200, 200])
  })

  // proves 18.26
  it('is not kept open by the poll for notifications', async () => {
    const { db, login, withToken, clock } = await signInDesk()
    const { id, email } = await buildUser(db)
    const { token } = (await login({ email, password: testPassword })).body
    for (const status of [200, 401]) {
      clock.advance(6 * hour)
      expect((await withToken(token).get(`/notifications/${id}`)).status).toBe(status)
    }
  })

  it('is written at most once a minute, however much is asked', async () => {
    const { db, login, withToken, clock } = await signInDesk()
    const { token } = (await login({ email: (await buildUser(db)).email, password: testPassword })).body
    const lastSeen = async () => {
      expect((await withToken(token).get('/api/auth/me')).status).toBe(200)
      const session = db.selectFrom('sessions').select('lastSeenAt').where('tokenHash', '=', tokenHash(token))
      return Date.parse((await session.executeTakeFirstOrThrow()).lastSeenAt)
    }
    const first = await lastSeen()
    clock.advance(30_000)
    expect(await lastSeen()).toBe(first)
    clock.advance(31_000)
    expect(await lastSeen()).toBeGreaterThanOrEqual(first + 61_000)
  })

  // proves 7.1.3, 10.14, V7.4.1
  it('ends with the logout, and only that one', async () => {
    const { db, login, withToken } = await signInDesk()
    const user = await buildUser(db)
    const here = (await login({ email: user.email, password: testPassword })).body.token
    const there = (await login({ email: user.email, password: testPassword })).body.token

    expect((await withToken(here).post('/api/auth/logout')).status).toBe(204)

    expect((await withToken(here).get('/api/auth/me')).status).toBe(401)
    expect((await withToken(there).get('/api/auth/me')).status).toBe(200)
  })

  // proves 2.13.4, 7.1.3, V7.5.2
  it('is listed to its owner, who can end it from elsewhere', async () => {
    const { app, db, login, withToken } = await signInDesk()
    const user = await buildUser(db)
    const here = (await login({ email: user.email, password: testPassword })).body.token
    const there = (await login({ email: user.email, password: testPassword })).body.token

    const { body: sessions } = await withToken(here).get('/api/auth/sessions')
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      user_agent: 'Navegador de teste',
      network: expect.stringMatching(/^10\.0\.\d+\.\*$/),
    })
    expect(sessions[0]).not.toHaveProperty('ip')
    const other = sessions.find((session: { is_current: boolean }) => !session.is_current)

    const stranger = await buildAdmin(db)
    expect((await app.as(stranger).delete(`/api/auth/sessions/${other.id}`)).status).toBe(404)
    expect((await withToken(here).delete(`/api/auth/sessions/${other.id}`)).status).toBe(204)
    expect((await withToken(there).get('/api/auth/me')).status).toBe(401)
    expect((await withToken(here).delete(`/api/auth/sessions/${other.id}`)).status).toBe(404)
  })

  // proves 2.13.4, V7.4.3
  // proves 10.13
  it('ends by the sign-in that would be the hundred and first, if it is the one unused longest; its owner hears so', async () => {
    const { db, login, clock } = await signInDesk()
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const now = clock.now().getTime()
    const sessionOf = (userId: number, age: number) => ({
      ...{ userId, tokenHash: tokenHash(`${userId} ${age}`), remember: true, createdAt: new Date(now - 200 * hour) },
      ...{ lastSeenAt: new Date(now - age * hour), expiresAt: new Date(now + hour) },
    })
    const ages = Array.from({ length: 99 }, (_, age) => age + 1)
    const sessions = [...ages.map((age) => sessionOf(user.id, age)), sessionOf(other.id, 150)]
    await db.insertInto('sessions').values(sessions).execute()
    const left = async () => {
      const rows = await db.selectFrom('sessions').select(['tokenHash']).where('userId', '=', user.id).execute()
      const hashes = rows.map(({ tokenHash }) => tokenHash.toString('hex'))
      return ages.filter((age) => hashes.includes(tokenHash(`${user.id} ${age}`).toString('hex')))
    }
    const told = () => db.selectFrom('notifications').select('title').where('userId', '=', user.id).execute()
    const signIn = async () => {
      expect((await login({ email: user.email, password: testPassword })).status).toBe(200)
    }

    await signIn()
    expect(await left()).toEqual(ages)
    expect(await told()).toEqual([])
    await signIn()
    await signIn()
    expect(await left()).toEqual(ages.slice(0, -2))
    // Once a day; the audit has each.
    expect(await told()).toEqual([{ title: 'Sessão sem uso encerrada' }])
    const audited = db.selectFrom('auditEvents').select(['actorId', 'subjectId']).where('action', '=', 'session.ended')
    const ending = { actorId: user.id, subjectId: String(user.id) }
    expect(await audited.where('actorId', '=', user.id).execute()).toEqual([ending, ending])
    expect(await db.selectFrom('sessions').select('id').where('userId', '=', other.id).execute()).toHaveLength(1)
  })

  it('can end all the others at once, and nobody else’s', async () => {
    const { app, db, login, withToken } = await signInDesk()
    const [user, stranger] = [await buildUser(db), await buildUser(db)]
    const tokenOf = async () => (await login({ email: user.email, password: testPassword })).body.token
    const [here, there, elsewhere] = [await tokenOf(), await tokenOf(), await tokenOf()]
    const other = app.as(stranger)
    await other.get('/api/auth/me')

    expect((await withToken(here).delete('/api/auth/sessions')).status).toBe(204)

    expect((await withToken(here).get('/api/auth/sessions')).body).toHaveLength(1)
    for (const ended of [there, elsewhere]) expect((await withToken(ended).get('/api/auth/me')).status).toBe(401)
    expect((await other.get('/api/auth/me')).status).toBe(200)
  })
})

// proves 19.43
it('a signed-in person is told as before while the next release adds to what is stored of people', async () => {
  const { db, as } = await testApp({ ownDatabase: true })
  const session = as(await buildUser(db))
  const before = await session.get('/api/auth/me')
  await sql`alter table users add column nickname text`.execute(db)
  expect(await session.get('/api/auth/me')).toMatchObject({ status: 200, body: before.body })
})

it('removes what no longer opens anything, and nothing else', async () => {
  const { app, db, clock } = await testApp({ now: '2026-11-21T12:00:00Z', ownDatabase: true })
  const [admin, user] = [await buildAdmin(db), await buildUser(db, { password: null })]
  await app.as(admin).post(`/api/users/${user.id}/invite`)
  const left = async () => [
    (await db.selectFrom('sessions').select('id').execute()).length,
    (await db.selectFrom('accountTokens').select('id').execute()).length,
  ]

  clock.advance(71 * hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([1, 1])

  clock.advance(hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([1, 0])

  clock.advance(30 * 24 * hour)
  await forgetExpiredAccess(db, clock.now())
  expect(await left()).toEqual([0, 0])
})

// proves V15.3.4
it.each([
  ['187.12.3.44', '187.12.3.*'],
  ['::ffff:10.0.7.9', '10.0.7.*'],
  ['2804:14c:65:1234:5678:9abc:def0:1', '2804:14c:65::*'],
  ['2804:14c::1', '2804:14c:0::*'],
  ['::1', '0:0:0::*'],
  ['fe80::1%eth0', 'fe80:0:0::*'],
  ['187.12.3.44:50123', '187.12.3.*'],
  ['unix:', null],
  ['', null],
])('%s comes from %s', (address, network) => expect(networkOf(address)).toBe(network))

it.each([
  ['187.12.3.44', '187.12.3.44'],
  ['::ffff:10.0.7.9', '10.0.7.9'],
  ['::ffff:a00:709', '10.0.7.9'],
  ['2804:014c:0065:0::1', '2804:14c:65:0::/64'],
  ['2804:14c:65:1234:5678:9abc:def0:1', '2804:14c:65:1234::/64'],
  ['2804:14c::1', '2804:14c:0:0::/64'],
  ['187.12.3.44:50123', '187.12.3.44'],
  ['[2804:14c::1]:50123', '2804:14c:0:0::/64'],
  ['unix:', 'unix:'],
])('attempts of %s count as those of %s', (address, origin) => expect(attemptsOrigin(address)).toBe(origin))

it('has wider networks for IPv6, of which one owner may have all', () => {
  expect(attemptsOrigins('2804:14c:65:1234:5678::1')).toEqual([
    '2804:14c:65:1234::/64',
    '2804:14c:65:1200::/56',
    '2804:14c:65::/48',
  ])
  expect(attemptsOrigins('187.12.3.44')).toEqual(['187.12.3.44'])
})
