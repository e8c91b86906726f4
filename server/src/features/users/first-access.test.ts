import { ownWordsAsPassword } from '@malote/core/auth/password-words.ts'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, testPassword } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { atCommit, databaseProxy } from '../../test/fault-proxy.ts'
import { composeInvitation, composePasswordLink, composePasswordReset } from './compose-account-mail.ts'
import { ensureFirstAdmin, type FirstAdmin } from './ensure-first-admin.ts'

const hour = 3_600_000

async function invitedPerson() {
  const test = await testApp({ now: '2026-11-21T12:00:00Z' })
  const admin = await buildAdmin(test.db)
  const { id: departmentId } = await buildDepartment(test.db)
  const email = `nova${departmentId}@malote.test`
  const { body } = await test.app
    .as(admin)
    .post('/api/users', { uname: 'Ana Nova', uemail: email, udpid: departmentId })
  return { ...test, admin, email, user: body, token: tokenIn(body.invitation.url) }
}

const tokenIn = (url: string) => url.split('#token=')[1] ?? ''

describe('first access', () => {
  // proves 7.1.3, 10.17, 10.18
  it('begins with an invitation and ends with a password of one’s own', async () => {
    const { app, admin, anonymous, email, user, token } = await invitedPerson()
    expect(user.first_access).toBe(1)
    expect(user.invitation.url).toMatch(/^https:\/\/malote\.test\/primeiro-acesso#token=[\w-]{43}$/)
    expect(user.invitation.expires_at).toBe('2026-11-24T12:00:00.000Z')
    expect((await anonymous.post('/api/auth/login', { email, password: testPassword })).status).toBe(401)

    expect((await anonymous.post('/api/auth/password', { token, newPassword: 'minha primeira senha' })).status).toBe(
      204,
    )

    expect((await anonymous.post('/api/auth/login', { email, password: 'minha primeira senha' })).status).toBe(200)
    const { body: users } = await app.as(admin).get('/api/users')
    expect(users.find(({ uid }: { uid: number }) => uid === user.uid).first_access).toBe(0)
  })

  // proves 10.18
  it('opens a session with the new password where the caller asks for one', async () => {
    const { anonymous, withToken, token, user } = await invitedPerson()
    const { status, body } = await anonymous.post('/api/auth/password', {
      ...{ token, newPassword: 'minha primeira senha', signIn: true },
    })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['device', 'token', 'user'])
    expect((await withToken(body.token).get('/api/auth/me')).body).toEqual(body.user)
    expect(body.user.id).toBe(user.uid)
  })

  // proves 7.7.5, 10.18, V6.4.1
  it('works once, also when the link is used twice at the same moment', async () => {
    const { anonymous, token } = await invitedPerson()
    const use = (newPassword: string) => anonymous.post('/api/auth/password', { token, newPassword })
    const replies = await Promise.all([use('primeira vez'), use('segunda vez')])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 400])
    const again = await use('terceira vez')
    expect(again.status).toBe(400)
    expect(again.body).toEqual({
      message: 'Este link é inválido ou expirou. Peça um novo.',
      code: 'TOKEN_INVALID',
    })
  })

  // proves 10.17, V6.4.1
  it('ends after 72 hours, with a newer invitation and with deactivation', async () => {
    const late = await invitedPerson()
    late.clock.advance(72 * hour)
    const use = (test: typeof late, token: string) =>
      test.anonymous.post('/api/auth/password', { token, newPassword: 'minha primeira senha' })
    expect((await use(late, late.token)).status).toBe(400)

    const renewed = await invitedPerson()
    const second = await renewed.app.as(renewed.admin).post(`/api/users/${renewed.user.uid}/invite`)
    expect(second.status).toBe(201)
    expect((await use(renewed, renewed.token)).status).toBe(400)
    expect((await use(renewed, tokenIn(second.body.invitation.url))).status).toBe(204)

    const leaver = await invitedPerson()
    const { uname, uemail, udpid } = leaver.user
    await leaver.app.as(leaver.admin).put(`/api/users/${leaver.user.uid}`, { uname, uemail, udpid, is_active: false })
    expect((await use(leaver, leaver.token)).status).toBe(400)
  })

  // proves 18.23, V6.2.4
  it.each([
    ['12345', 'A nova senha deve ter pelo menos 6 caracteres'],
    ['PassWord1', 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.'],
    ['Ana.Nova-2026', ownWordsAsPassword],
    ['prefeitura de teste', ownWordsAsPassword],
  ])('does not take %s, and the link still works', async (newPassword, sentence) => {
    const { anonymous, token } = await invitedPerson()
    const { status, body } = await anonymous.post('/api/auth/password', { token, newPassword })
    expect(status).toBe(400)
    expect(body).toEqual({ message: sentence, code: 'INVALID_INPUT', errors: { newPassword: sentence } })
    expect((await anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })).status).toBe(204)
  })

  it('signs out whoever used the old password', async () => {
    const { app, db, anonymous } = await testApp()
    const admin = await buildAdmin(db)
    const user = await buildUser(db)
    const session = app.as(user)
    expect((await session.get('/api/auth/me')).status).toBe(200)
    const { body } = await app.as(admin).post(`/api/users/${user.id}/invite`)
    await anonymous.post('/api/auth/password', { token: tokenIn(body.invitation.url), newPassword: 'nova-senha-dela' })
    expect((await session.get('/api/auth/me')).status).toBe(401)
  })

  it('invites nobody who is deactivated or unknown', async () => {
    const { app, db } = await testApp()
    const admin = await buildAdmin(db)
    const inactive = await buildUser(db, { isActive: false })
    const refused = await app.as(admin).post(`/api/users/${inactive.id}/invite`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Este usuário está inativo')
    expect((await app.as(admin).post('/api/users/999999/invite')).status).toBe(404)
  })
})

describe('a forgotten password', () => {
  // proves 10.19
  it.each(['known', 'unknown', 'too often'])('is answered the same for an address that is %s', async (kind) => {
    const { db, anonymous } = await testApp()
    const email = kind === 'unknown' ? 'ninguem@malote.test' : (await buildUser(db)).email
    expect((await anonymous.post('/api/auth/forgot-password', { email: 'maria' })).status).toBe(400)
    for (let attempt = 0; attempt < (kind === 'too often' ? 5 : 1); attempt += 1) {
      const { status, body } = await anonymous.post('/api/auth/forgot-password', { email })
      expect(status).toBe(204)
      expect(body).toBeUndefined()
    }
  })
})

const withMail = { SMTP_URL: 'smtp://mail.malote.test' }

const linkIn = (mail: { text: string } | undefined) => /https:\S+#token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''

async function organisation(config = {}) {
  const test = await testApp({ config, now: '2026-11-23T12:00:00Z' })
  const admin = test.app.as(await buildAdmin(test.db, { name: 'Helena Prado' }))
  const invite = async ({ id }: { id: number }) => (await admin.post(`/api/users/${id}/invite`)).body.invitation
  const works = async (link: string | null) => {
    const token = link?.split('#token=')[1]
    const reply = await test.anonymous.post('/api/auth/password', { token, newPassword: 'girassol azul' })
    return reply.status === 204
  }
  const mailed = { ...testConfig(config), SMTP_URL: withMail.SMTP_URL }
  return { ...test, admin, invite, works, mailed }
}

// proves 18.28
it('to an account that has a password goes to its owner alone, where there is e-mail', async () => {
  const { db, clock, invite, works, mailed } = await organisation(withMail)
  const user = await buildUser(db)
  expect(await invite(user)).toEqual({ url: null, expires_at: '2026-11-23T14:00:00.000Z' })

  const order = { userId: user.id, by: 'Helena Prado' }
  const mail = await composePasswordLink(db, mailed, order, clock.now())
  expect(mail?.to).toBe(user.email)
  expect(mail?.text).toContain('Helena Prado, que administra o Malote, pediu um novo link')
  expect(mail?.text).toContain('O link vale por 2 horas')
  expect(linkIn(mail)).toContain('https://malote.test/redefinir-senha#token=')
  expect(await works(linkIn(mail))).toBe(true)
})

// proves 18.28
it('is shown where there is no e-mail, for two hours if the account has a password', async () => {
  const { db, clock, invite, works } = await organisation()
  const [user, slow, invited] = [await buildUser(db), await buildUser(db), await buildUser(db, { password: null })]
  const { url, expires_at } = await invite(user)
  expect(url).toContain('https://malote.test/primeiro-acesso#token=')
  expect(expires_at).toBe('2026-11-23T14:00:00.000Z')
  expect((await invite(invited)).expires_at).toBe('2026-11-26T12:00:00.000Z')
  expect(await works(url)).toBe(true)
  const late = await invite(slow)
  clock.advance(2 * hour)
  expect(await works(late.url)).toBe(false)
})

// proves 18.86
it('is told to the owner in the app, where there is no e-mail', async () => {
  const { db, as, invite } = await organisation()
  const [user, invited] = [await buildUser(db), await buildUser(db, { password: null })]
  await invite(user)
  await invite(invited)
  const noticesOf = async (person: { id: number }) => (await as(person).get(`/notifications/${person.id}`)).body
  expect((await noticesOf(user)).notifications).toMatchObject([
    {
      type: 'account',
      title: 'Link para nova senha criado',
      message: expect.stringContaining('Helena Prado criou um link'),
    },
  ])
  expect((await noticesOf(invited)).notifications).toEqual([])
})

// proves 18.86
it('that nobody can use is not told', async () => {
  const { db, as, invite } = await organisation({ PASSWORD_LOGIN: 'admins' })
  const user = await buildUser(db)
  await invite(user)
  expect((await as(user).get(`/notifications/${user.id}`)).body.notifications).toEqual([])
})

// proves 18.28, V6.4.3
it('is the only one that works', async () => {
  const { db, clock, invite, works, mailed } = await organisation()
  const user = await buildUser(db)
  const forgotten = async () => linkIn(await composePasswordReset(db, mailed, user.email, clock.now()))
  const [shown, first, second] = [(await invite(user)).url, await forgotten(), await forgotten()]
  expect(await works(shown)).toBe(false)
  expect(await works(first)).toBe(false)
  expect(await works(second)).toBe(true)
})

// proves 18.28
it('of an invitation is open twice, on the screen and in its mail, and once either was used in neither', async () => {
  const { db, clock, invite, works, mailed } = await organisation()
  const user = await buildUser(db, { password: null })
  const mailTo = async () => linkIn(await composeInvitation(db, mailed, user.id, clock.now()))
  const shown = (await invite(user)).url
  const [first, second] = [await mailTo(), await mailTo()]
  expect(await works(first)).toBe(false)
  expect(await works(shown)).toBe(true)
  expect(await works(second)).toBe(false)
})

it('for a forgotten password is an invitation while there is none', async () => {
  const { db, clock, mailed } = await organisation()
  const user = await buildUser(db, { password: null })
  const mail = await composePasswordReset(db, mailed, user.email, clock.now())
  expect(linkIn(mail)).toContain('/primeiro-acesso#token=')
  expect(mail?.text).toContain('72 horas')
})

describe('the first Admin', () => {
  let test: TestApp
  const now = () => new Date()

  beforeAll(async () => {
    test = await testApp({ ownDatabase: true })
  })

  // There is nobody yet.
  beforeEach(async () => {
    await test.db.deleteFrom('sessions').execute()
    await test.db.deleteFrom('users').execute()
  })

  // proves 10.20, V6.3.2
  it('lets the first person in with a password that is told once', async () => {
    const admin = await ensureFirstAdmin(test.db, testConfig(), now)
    expect(admin?.email).toBe('admin@malote.local')
    expect(admin?.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)

    const reply = await test.anonymous.post('/api/auth/login', { email: admin?.email, password: admin?.password })
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({ role: 'Admin', department_id: null, department_name: null })

    expect(await ensureFirstAdmin(test.db, testConfig(), now)).toBeUndefined()
  })

  // proves 18.22, V6.2.10, V6.4.1
  it('lets nobody go on with the password that was printed', async () => {
    const { email, password = '' } = (await ensureFirstAdmin(test.db, testConfig(), now)) ?? {}
    const { body } = await test.anonymous.post('/api/auth/login', { email, password })
    const session = test.withToken(body.token)
    expect(body.user.duty).toBe('choose-password')
    expect((await session.get('/api/auth/me')).body.duty).toBe('choose-password')
    expect((await session.get('/api/users')).body.code).toBe('DUTY_FIRST')

    const choose = (newPassword: string) => session.put('/api/auth/profile', { currentPassword: password, newPassword })
    const same = await choose(password)
    expect(same.status).toBe(400)
    expect(same.body.errors).toEqual({ newPassword: 'Escolha uma senha diferente da atual' })
    const chosen = await choose('uma senha minha')
    expect(chosen.status).toBe(200)
    expect(chosen.body.user).not.toHaveProperty('duty')

    expect((await session.get('/api/users')).body).toMatchObject([{ first_access: 0, is_active: true, udpid: null }])
    const again = await test.anonymous.post('/api/auth/login', { email, password: 'uma senha minha' })
    expect(again.body.user).not.toHaveProperty('duty')
  })

  // proves 18.22
  it.each([{ HOST: '0.0.0.0' }, { APP_URL: 'https://malote.exemplo.com.br' }, { TRUST_PROXY: '127.0.0.1' }])(
    'does not start with a short password where others can reach the server: %j',
    async (reach) => {
      const start = ensureFirstAdmin(test.db, testConfig({ ADMIN_PASSWORD: 'duas-curtas', ...reach }), now)
      await expect(start).rejects.toThrow(
        new StartupError(
          'A variável ADMIN_PASSWORD está incorreta: a senha do primeiro administrador precisa de pelo menos 12 caracteres.',
        ),
      )
      await buildUser(test.db, { isActive: false })
      expect(await ensureFirstAdmin(test.db, testConfig({ ADMIN_PASSWORD: 'curta' }), now)).toBeUndefined()
    },
  )

  // proves 18.22
  it('warns of a short password where nobody else can reach the server', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(
      await ensureFirstAdmin(
        test.db,
        testConfig({ ADMIN_PASSWORD: 'malote123', APP_URL: 'http://localhost:5000' }),
        now,
      ),
    ).toBeDefined()
    expect(warn.mock.calls.flat().join()).toContain('pelo menos 12 caracteres')
  })

  // proves 10.20
  it('takes the address and the password from the settings, and does not repeat the password', async () => {
    const given = { ADMIN_EMAIL: 'chefe@malote.test', ADMIN_PASSWORD: 'segredo-do-chefe' }
    const config = testConfig({ ...given, APP_URL: 'http://localhost:5000' })
    expect(await ensureFirstAdmin(test.db, config, now)).toEqual({ email: 'chefe@malote.test' })
    const { status, body } = await test.anonymous.post('/api/auth/login', {
      email: 'chefe@malote.test',
      password: 'segredo-do-chefe',
    })
    expect(status).toBe(200)
    expect(body.user).not.toHaveProperty('duty')
  })

  // proves 18.22, V6.3.2
  it.each([{ HOST: '0.0.0.0', APP_URL: 'http://localhost:5000' }, { APP_URL: 'https://malote.exemplo.com.br' }])(
    'has a given password changed at the first sign-in where the address is not loopback: %j',
    async (reach) => {
      const account = { email: 'chefe@malote.test', password: 'segredo-do-chefe' }
      const config = testConfig({ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password, ...reach })
      await ensureFirstAdmin(test.db, config, now)
      expect((await test.anonymous.post('/api/auth/login', account)).body.user.duty).toBe('choose-password')
    },
  )

  // proves 18.22
  it.each(['troque-esta-senha', 'administrador', 'Malote@123456', '123456789012'])(
    'does not start with a password that is easy to guess: %s',
    async (ADMIN_PASSWORD) => {
      const config = testConfig({ ADMIN_PASSWORD, APP_URL: 'https://malote.exemplo.com.br' })
      await expect(ensureFirstAdmin(test.db, config, now)).rejects.toThrow('A variável ADMIN_PASSWORD está incorreta: ')
    },
  )

  it('creates one when two instances start at once', async () => {
    const start = () => ensureFirstAdmin(test.db, testConfig(), now)
    const admins = await Promise.all([start(), start(), start()])
    expect(admins.filter((admin) => admin !== undefined)).toHaveLength(1)
    expect(await test.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  it('has told the password of an Admin whose commit was never confirmed', async () => {
    const proxy = await databaseProxy(test.connectionString)
    const db = connect(proxy.connectionString, { poolSize: 1 })
    onTestFinished(async () => {
      await db.destroy()
      await proxy.close()
    })
    const announce = vi.fn<(admin: FirstAdmin) => void>()
    proxy.breakOnce(atCommit('after'))
    await expect(ensureFirstAdmin(db, testConfig(), now, announce)).rejects.toThrow('confirmação')

    const [told] = announce.mock.lastCall ?? []
    const { status } = await test.anonymous.post('/api/auth/login', { email: told?.email, password: told?.password })
    expect(status).toBe(200)
  })
})
