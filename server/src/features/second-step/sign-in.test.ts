import { describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, testPassword } from '../../test/builders.ts'
import { untilWaiting } from '../../test/database.ts'
import { signInThrottle } from '../auth/public.ts'
import {
  doorWithPasskey,
  doorWithTotp,
  expired,
  guardedDoor,
  newAddress,
  step,
  wrongCode,
} from './second-step.test-setup.ts'
import { takeSecondStep } from './take-second-step.ts'

const minute = 60_000

describe('a sign-in with a second step', () => {
  // proves 18.25
  it('makes the browser known, in which it then opens whatever others guess at the same address', async () => {
    const { clock, login, finish, user, code } = await doorWithTotp()
    const step = async (device?: string) => {
      const { token } = (await login(user, { address: '198.51.100.7', device })).body.second_step
      const { body } = await finish({ token, method: 'totp', code: code() }, '198.51.100.7')
      clock.advance(60_000)
      return body
    }
    const { device } = await step()
    expect(device).toMatch(/^[\w-]{43}$/)
    for (let guess = 0; guess < 5; guess += 1) await login(user, { password: 'errada', address: '198.51.100.7' })
    expect((await login(user, { address: '198.51.100.7' })).status).toBe(429)
    const again = await step(device)
    expect(again.token).toEqual(expect.any(String))
    expect(again).not.toHaveProperty('device')
  })

  // proves 18.10
  it('opens only after the code, and is remembered as the password asked', async () => {
    const { db, clock, login, finish, withToken, user, code } = await doorWithTotp()

    const first = await login(user, { remember: true })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ second_step: { token: expect.any(String), methods: ['totp', 'recovery'] } })
    const { token } = first.body.second_step

    const second = await finish({ token, method: 'totp', code: ` ${code().slice(0, 3)} ${code().slice(3)}` })
    expect(second.status).toBe(200)
    expect(Object.keys(second.body).sort()).toEqual(['device', 'token', 'user'])
    expect(second.body.user).toEqual((await withToken(second.body.token).get('/api/auth/me')).body)
    const session = await db
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(session).toMatchObject({ remember: true, userAgent: 'Navegador de teste', duty: null })
    expect(Date.parse(session.expiresAt) - clock.now().getTime()).toBeGreaterThan(29 * 24 * 60 * minute)
  })

  // proves V6.4.3
  it('is asked for after a new password too', async () => {
    const { app, db, anonymous, user, finish, code } = await doorWithTotp()
    const { body } = await app.as(await buildAdmin(db)).post(`/api/users/${user.id}/invite`)
    const token = body.invitation.url.split('#token=')[1]
    const chosen = await anonymous.post(
      '/api/auth/password',
      { token, newPassword: 'girassol azul', signIn: true },
      { 'user-agent': 'Navegador de teste' },
    )
    expect(chosen.body).toEqual({ second_step: { token: expect.any(String), methods: ['totp', 'recovery'] } })
    const step = { token: chosen.body.second_step.token, method: 'totp', code: code() }
    expect((await finish(step)).body.user.id).toBe(user.id)
  })

  // proves 18.11
  it('has a token that opens nothing, and is nowhere to be read', async () => {
    const { db, begin, enrolTotp, withToken } = await guardedDoor()
    const user = await buildUser(db)
    await enrolTotp(user)
    const token = await begin(user)
    for (const path of ['/api/auth/me', '/api/protocols', '/api/auth/second-step/methods']) {
      expect((await withToken(token).get(path)).status).toBe(401)
    }
    expect((await withToken(token).post('/api/auth/logout')).status).toBe(401)
    const row = await db.selectFrom('pendingSignIns').selectAll().where('userId', '=', user.id).executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(token)
  })

  // proves 18.11, V6.6.2, V6.6.3
  it('goes on in the browser in which it began, within five minutes, and once', async () => {
    const { clock, login, begin, finish, user, code } = await doorWithTotp()
    const badCredentials = { status: 401, body: { message: 'E-mail ou senha incorretos', code: 'BAD_CREDENTIALS' } }
    expect(await login(user, { password: 'errada' })).toMatchObject(badCredentials)
    const late = await begin(user)
    clock.advance(5 * minute)
    expect(await finish({ token: late, method: 'totp', code: code() })).toMatchObject(expired)
    const token = await begin(user)
    const use = (...browser: string[]) => finish({ token, method: 'totp', code: code() }, ...browser)
    expect(await use(newAddress(), 'Outro navegador')).toMatchObject(expired)
    expect((await use()).status).toBe(200)
    clock.advance(step)
    expect(await use()).toMatchObject(expired)
  })

  // proves 18.11
  it('ends with a new password and with a deactivation', async () => {
    const { db, as, begin, finish, enrolTotp } = await guardedDoor()
    const [changing, leaving, admin] = [await buildUser(db), await buildUser(db), await buildAdmin(db)]
    const { code, client } = await enrolTotp(changing)
    const { code: codeOfLeaving } = await enrolTotp(leaving)
    const tokens = [await begin(changing), await begin(leaving)]

    const newPassword = { currentPassword: testPassword, newPassword: 'uma-senha-bem-outra' }
    expect((await client.put('/api/auth/profile', newPassword)).status).toBe(200)
    const off = { uname: leaving.name, uemail: leaving.email, udpid: leaving.departmentId, is_active: false }
    expect((await as(admin).put(`/api/users/${leaving.id}`, off)).status).toBe(200)

    expect(await finish({ token: tokens[0], method: 'totp', code: code() })).toMatchObject(expired)
    expect(await finish({ token: tokens[1], method: 'totp', code: codeOfLeaving() })).toMatchObject(expired)
  })
})

describe('a code', () => {
  // proves 18.13
  it('counts once, and those before it no longer', async () => {
    const { clock, begin, finish, user, code } = await doorWithTotp()
    // The one of the enrolment.
    expect(await finish({ token: await begin(user), method: 'totp', code: code(-30) })).toMatchObject(wrongCode)
    const used = code()
    expect((await finish({ token: await begin(user), method: 'totp', code: used })).status).toBe(200)
    expect(await finish({ token: await begin(user), method: 'totp', code: used })).toMatchObject(wrongCode)
    expect(await finish({ token: await begin(user), method: 'totp', code: code(-30) })).toMatchObject(wrongCode)
    clock.advance(step)
    expect(await finish({ token: await begin(user), method: 'totp', code: used })).toMatchObject(wrongCode)
    expect((await finish({ token: await begin(user), method: 'totp', code: code() })).status).toBe(200)
  })

  // proves 18.13, V6.5.1
  it('counts once, however many come at the same moment', async () => {
    const { begin, finish, user, code } = await doorWithTotp()
    const tokens = [await begin(user), await begin(user), await begin(user)]
    const replies = await Promise.all(tokens.map((token) => finish({ token, method: 'totp', code: code() })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  // proves 18.13
  it('may be half a minute early or late, and no more', async () => {
    const { clock, begin, finish, user, code } = await doorWithTotp()
    clock.advance(10 * step)
    const token = await begin(user)
    expect(await finish({ token, method: 'totp', code: code(-60) })).toMatchObject(wrongCode)
    expect(await finish({ token, method: 'totp', code: code(60) })).toMatchObject(wrongCode)
    expect((await finish({ token, method: 'totp', code: code(-30) })).status).toBe(200)
    expect((await finish({ token: await begin(user), method: 'totp', code: code(30) })).status).toBe(200)
  })

  // proves 18.12, V6.6.2, V6.6.3, V11.5.1
  it('is guessed five times, with whatever tokens and from wherever', async () => {
    const { login, begin, finish, user, code } = await doorWithTotp()
    const tokens: string[] = []
    for (let guess = 0; guess < 5; guess += 1) {
      const { body } = await login(user)
      tokens.push(body.second_step.token)
      expect(await finish({ token: body.second_step.token, method: 'totp', code: '000000' })).toMatchObject(wrongCode)
    }
    // Neither the right code nor the right password from elsewhere makes room for more guesses.
    const stopped = await finish({ token: await begin(user), method: 'totp', code: code() })
    expect(stopped.status).toBe(429)
    expect(stopped.body.code).toBe('TOO_MANY_LOGINS')
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect((await finish({ token: tokens[0], method: 'totp', code: code() })).status).toBe(429)
  })

  it('that is refused counts nowhere', async () => {
    const { db, begin, finish, user, code } = await doorWithTotp()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await finish({ token: await begin(user), method: 'totp', code: '000000' })).toMatchObject(wrongCode)
    }
    const counts = (prefix: string) =>
      db.selectFrom('loginThrottle').selectAll().where('key', 'like', `${prefix}%`).orderBy('key').execute()
    const token = await begin(user)
    const address = newAddress()
    const before = await counts('login:day')
    expect((await finish({ token, method: 'totp', code: code() }, address)).status).toBe(429)
    expect((await counts('login:pair')).filter(({ key }) => key.endsWith(`@${address}`))).toEqual([])
    expect((await counts('login:address')).filter(({ key }) => key.endsWith(address))).toEqual([])
    expect(await counts('login:day')).toEqual(before)
  })

  it('that the sign-ins of the address refuse is no guess of the account', async () => {
    const { clock, login, begin, finish, user, code } = await doorWithTotp()
    const address = newAddress()
    const token = await begin(user)
    for (let attempt = 0; attempt < 5; attempt += 1) await login(user, { password: 'errada', address })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await finish({ token, method: 'totp', code: code() }, address)).status).toBe(429)
    }
    clock.advance(step)
    expect((await finish({ token, method: 'totp', code: code() })).status).toBe(200)
  })

  it('that was right opens a session although it cannot be uncounted', async () => {
    const { db, app, clock, begin, withToken, user, recoveryCodes } = await doorWithTotp()
    const failing = {
      reserve: async () => {},
      release: async () => {},
      succeed: () => Promise.reject(new Error('the database is gone')),
    }
    const { token } = await takeSecondStep(
      db,
      { signIns: signInThrottle(db), codes: failing, countUnknown: failing.reserve },
      app.settings,
      { token: await begin(user), method: 'recovery', code: recoveryCodes[0] ?? '' },
      { ip: newAddress(), userAgent: 'Navegador de teste' },
      clock.now(),
    )
    expect((await withToken(token).get('/api/auth/me')).status).toBe(200)
  })

  // proves 18.12
  it('is not forgiven by the right password alone, and by the whole sign-in it is', async () => {
    const { clock, login, finish, user, code } = await doorWithTotp()
    const address = newAddress()
    const failFourTimes = async () => {
      for (let attempt = 0; attempt < 4; attempt += 1) await login(user, { password: 'errada', address })
    }
    const begin = async () => (await login(user, { address })).body.second_step.token

    await failFourTimes()
    expect((await finish({ token: await begin(), method: 'totp', code: code() }, address)).status).toBe(200)
    clock.advance(step)
    await failFourTimes()
    const token = await begin()
    expect(await finish({ token, method: 'totp', code: '000000' }, address)).toMatchObject(wrongCode)
    expect((await finish({ token, method: 'totp', code: code() }, address)).status).toBe(429)
    expect((await login(user, { address })).status).toBe(429)
  })

  // proves 18.12
  it('is guessed five times with one token', async () => {
    const { db, begin, finish, user, code } = await doorWithTotp()
    const token = await begin(user)
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await finish({ token, method: 'totp', code: '000000' })).toMatchObject(wrongCode)
    }
    expect((await finish({ token, method: 'totp', code: code() })).status).toBe(429)
    await db.deleteFrom('loginThrottle').execute()
    expect(await finish({ token, method: 'totp', code: code() })).toMatchObject(expired)
  })
})

describe('a recovery code', () => {
  // proves 18.13, V6.5.1, V6.5.2
  it('opens once, as it is typed from paper, and is stored as a hash', async () => {
    const { db, begin, finish, enrolTotp, user, recoveryCodes, client } = await doorWithTotp()
    const [first = '', second = ''] = recoveryCodes
    const other = await buildUser(db)
    await enrolTotp(other)
    // Of somebody else, or typed as the code of the app.
    expect(await finish({ token: await begin(other), method: 'recovery', code: first })).toMatchObject(wrongCode)
    expect(await finish({ token: await begin(user), method: 'totp', code: first })).toMatchObject(wrongCode)
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')

    expect((await finish({ token: await begin(user), method: 'recovery', code: typed })).status).toBe(200)
    expect(await finish({ token: await begin(user), method: 'recovery', code: first })).toMatchObject(wrongCode)
    expect((await client.get('/api/auth/second-step/methods')).body.recovery_codes_left).toBe(9)
    expect((await finish({ token: await begin(user), method: 'recovery', code: second })).status).toBe(200)

    const stored = await db
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(stored.hashes.map(({ length }) => length)).toEqual(Array(8).fill(32))
  })

  it('opens nothing when it is replaced while its sign-in waits', async () => {
    const { db, begin, finish, user, recoveryCodes } = await doorWithTotp()
    const token = await begin(user)
    let signIn: ReturnType<typeof finish> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
      signIn = finish({ token, method: 'recovery', code: recoveryCodes[0] })
      await untilWaiting(db, 1)
      const replaced = { salt: Buffer.alloc(16) }
      await trx.updateTable('recoveryCodes').set(replaced).where('userId', '=', user.id).execute()
    })
    expect(await signIn).toMatchObject(wrongCode)
  })
})

describe('a passkey', () => {
  // proves 18.14
  it('opens with what it signed for this sign-in', async () => {
    const { login, finish, user, passkey, client } = await doorWithPasskey()
    const { second_step } = (await login(user)).body
    expect(second_step.methods).toEqual(['passkey', 'recovery'])
    expect(second_step.passkey_options).toMatchObject({
      rpId: 'malote.test',
      userVerification: 'preferred',
      allowCredentials: [{ id: passkey.id, type: 'public-key' }],
    })
    const credential = passkey.sign(second_step.passkey_options)
    expect((await finish({ token: second_step.token, method: 'passkey', credential })).status).toBe(200)
    const [method] = (await client.get('/api/auth/second-step/methods')).body.methods
    expect(method.last_used_at).toBe('2026-11-23T12:00:00.000Z')
  })

  // proves 18.14, V11.6.1
  it.each([
    ['another origin', { origin: 'https://malote.test.evil.example' }],
    ['another port', { origin: 'https://malote.test:8443' }],
    ['another host', { rpId: 'evil.example' }],
  ])('opens nothing for %s', async (_, lies) => {
    const { login, finish, user, passkey } = await doorWithPasskey()
    const { token, passkey_options } = (await login(user)).body.second_step
    const credential = passkey.sign(passkey_options, lies)
    expect(await finish({ token, method: 'passkey', credential })).toMatchObject(wrongCode)
  })

  // proves 18.14
  it('opens nothing with what it signed before, or when its counter went back, as that of a copy', async () => {
    const { login, finish, user, passkey } = await doorWithPasskey()
    const first = (await login(user)).body.second_step
    const credential = passkey.sign(first.passkey_options)
    const second = (await login(user)).body.second_step
    expect(await finish({ token: second.token, method: 'passkey', credential })).toMatchObject(wrongCode)
    expect((await finish({ token: first.token, method: 'passkey', credential })).status).toBe(200)
    expect(await finish({ token: first.token, method: 'passkey', credential })).toMatchObject(expired)
    const use = async (counter: number) => {
      const { token, passkey_options } = (await login(user)).body.second_step
      return finish({ token, method: 'passkey', credential: passkey.sign(passkey_options, { counter }) })
    }
    expect((await use(7)).status).toBe(200)
    for (const counter of [7, 6]) expect(await use(counter)).toMatchObject(wrongCode)
    expect((await use(8)).status).toBe(200)
  })

  // proves 18.14
  it('opens nothing for somebody else, nor do others’ options or another key with its name', async () => {
    const { db, begin, login, finish, enrolTotp, enrolPasskey } = await guardedDoor()
    const [user, other] = [await buildUser(db), await buildUser(db)]
    const { passkey: mine } = await enrolPasskey(user)
    const { passkey: theirs } = await enrolPasskey(other)
    const { token, passkey_options } = (await login(user)).body.second_step
    const send = (credential: Record<string, unknown>) => finish({ token, method: 'passkey', credential })
    expect(await send(theirs.sign(passkey_options))).toMatchObject(wrongCode)
    const forged = { ...theirs.sign(passkey_options), id: mine.id, rawId: mine.id }
    expect(await send(forged)).toMatchObject(wrongCode)
    expect(await send({ id: mine.id })).toMatchObject(wrongCode)
    expect((await send(mine.sign(passkey_options))).status).toBe(200)

    const without = await buildUser(db)
    await enrolTotp(without)
    const credential = mine.sign({ challenge: '', rpId: 'malote.test' })
    expect(await finish({ token: await begin(without), method: 'passkey', credential })).toMatchObject(wrongCode)
  })
})

const reset = (id: number) => `/api/users/${id}/second-step/reset`

describe('an Admin’s reset of a second step', () => {
  // proves 18.17, V6.4.4
  it('lets the person in with the password alone, ends their sessions, and tells them', async () => {
    const { db, as, login, begin, finish, enrolTotp, withToken } = await guardedDoor()
    const [admin, user] = [await buildAdmin(db, { name: 'Célia Rocha' }), await buildUser(db, { name: 'Rita Prado' })]
    const { client, code, recoveryCodes } = await enrolTotp(user)
    const before = await as(admin).get(`/api/users/${user.id}/second-step`)
    expect(before.body).toMatchObject({ required: false, methods: [{ kind: 'totp' }], recovery_codes_left: 10 })
    const token = await begin(user)

    expect((await as(admin).post(reset(user.id))).status).toBe(204)

    expect((await client.get('/api/auth/me')).status).toBe(401)
    expect(await finish({ token, method: 'totp', code: code() })).toMatchObject(expired)
    expect(await finish({ token, method: 'recovery', code: recoveryCodes[0] })).toMatchObject(expired)
    const { body } = await login(user)
    expect(Object.keys(body).sort()).toEqual(['device', 'token', 'user'])
    const { notifications } = (await withToken(body.token).get(`/notifications/${user.id}`)).body
    expect(notifications[0]).toMatchObject({ type: 'account', title: 'Verificação em duas etapas redefinida' })
    expect(notifications[0].message).toMatch(/^Célia Rocha redefiniu a sua verificação em duas etapas: /)
    const event = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('action', '=', 'second-step.reset')
      .where('subjectId', '=', String(user.id))
      .executeTakeFirst()
    expect(event).toMatchObject({
      actorId: admin.id,
      subjectKind: 'user',
      subjectName: 'Rita Prado',
      before: { methods: [{ kind: 'totp', name: 'Aplicativo autenticador' }] },
      address: '127.0.0.1',
    })
  })

  // proves 18.17
  it('is not for oneself, nor with a sign-in of long ago', async () => {
    const { db, clock, as, enrolTotp, login } = await guardedDoor()
    const [admin, user, other] = [await buildAdmin(db), await buildUser(db), await buildUser(db)]
    await enrolTotp(user)
    const session = as(admin)
    // Of somebody who has none: nothing happens, and nothing is said.
    expect((await session.post(reset(other.id))).status).toBe(204)
    expect((await as(other).get(`/notifications/${other.id}`)).body.notifications).toEqual([])
    expect(await session.post(reset(admin.id))).toMatchObject({ status: 403, body: { code: 'OWN_SECOND_STEP' } })
    expect(await session.post(reset(999_999))).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    clock.advance(10 * 60_000 + 1)
    expect(await session.post(reset(user.id))).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await login(user)).body).toHaveProperty('second_step')
  })
})
