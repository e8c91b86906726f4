import { role } from '@malote/core/users/role.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Config } from '../../platform/settings/config.ts'
import { loggedApp, type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildUser, testPassword } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { untilWaiting } from '../../test/database.ts'
import { startProvider, type TestProvider } from '../../test/oidc-provider.ts'
import { providerCheck } from './provider-check.ts'

const appUrl = 'https://malote.test'
let provider: TestProvider
let subjects = 0

beforeAll(async () => {
  provider = await startProvider({ appUrl, people: {} })
})
afterAll(() => provider.close())

/** The app with the real provider, and a browser tab that signs in there. */
async function organisation(config: Partial<Config> = {}) {
  const test = await testApp({ config: { APP_URL: appUrl, ...provider.config, ...config } })
  const tab = tabOf(test)
  /** Somebody who is known to the provider. @returns the subject */
  const known = (claims: object) => {
    subjects += 1
    const subject = `sujeito-${subjects}`
    provider.people.set(subject, { email_verified: true, ...claims })
    return subject
  }
  const signIn = async (subject: string) => {
    const { url, flow } = await tab.start()
    return tab.finish({ flow, ...(await provider.signIn(url, subject)) })
  }
  return { ...test, ...tab, known, signIn }
}

const tabOf = ({ anonymous }: TestApp) => ({
  start: async () => (await anonymous.post('/api/auth/oidc/start')).body as { url: string; flow: string },
  finish: (body: object) => anonymous.post('/api/auth/oidc/finish', body),
})

const newestAudit = async ({ db }: Pick<TestApp, 'db'>, action: string) =>
  db.selectFrom('auditEvents').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirst()

describe('signing in at the provider', () => {
  // proves 18.1
  it('answers like the login, and is matched by the verified address in any letter case', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const { status, body } = await test.signIn(test.known({ email: user.email.toUpperCase() }))

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['token', 'user'])
    expect(body.user).toMatchObject({ id: user.id, name: user.name, role: role.user })
    expect((await test.withToken(body.token).get('/api/auth/me')).body).toEqual(body.user)
    expect(await newestAudit(test, 'sign-in')).toMatchObject({ actorId: user.id })
  })

  // proves 10.16
  it('is refused to who signs in again and again, and to nobody else at the address', async () => {
    // Two of an account and twenty of an address.
    const test = await organisation({ FAIR_USE_FACTOR: 0.02 })
    const [first, second] = [await buildUser(test.db), await buildUser(test.db)]
    const eager = test.known({ email: first.email })
    const statuses: number[] = []
    for (const _ of [1, 2, 3]) statuses.push((await test.signIn(eager)).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await test.signIn(test.known({ email: second.email }))).status).toBe(200)
  })

  // proves 18.4, V6.8.1, V10.5.2
  it('is matched by issuer and subject from then on, whatever the address has become', async () => {
    const test = await organisation()
    const [user, other] = [await buildUser(test.db), await buildUser(test.db)]
    const subject = test.known({ email: user.email })
    await test.signIn(subject)
    provider.people.set(subject, { email: other.email, email_verified: true })
    expect((await test.signIn(subject)).body.user.id).toBe(user.id)
  })

  // proves 18.1, V10.1.1
  it('reads what the ID token lacks from the UserInfo endpoint', async () => {
    const quiet = await startProvider({ appUrl, people: {}, tellsInIdToken: false })
    try {
      const test = await testApp({ config: { APP_URL: appUrl, ...quiet.config } })
      const user = await buildUser(test.db)
      quiet.people.set('calado', { email: user.email, email_verified: true })
      const tab = tabOf(test)
      const { url, flow } = await tab.start()
      const { body } = await tab.finish({ flow, ...(await quiet.signIn(url, 'calado')) })
      expect(body.user.id).toBe(user.id)
    } finally {
      await quiet.close()
    }
  })

  it.each(['client_secret_basic', 'client_secret_post', 'client_secret_basic without decoding it'] as const)(
    'works where the provider takes the secret only as %s, whatever it offers',
    async (takesSecret) => {
      const strict = await startProvider({ appUrl, people: {}, takesSecret })
      onTestFinished(strict.close)
      const test = await testApp({ config: { APP_URL: appUrl, ...strict.config } })
      const user = await buildUser(test.db)
      strict.people.set('alguém', { email: user.email, email_verified: true })
      const tab = tabOf(test)
      for (const _ of ['first', 'again']) {
        const { url, flow } = await tab.start()
        const { body } = await tab.finish({ flow, ...(await strict.signIn(url, 'alguém')) })
        expect(body).toMatchObject({ user: { id: user.id } })
      }
    },
  )

  it('fails where the provider knows another secret, and the operator reads which setting is wrong', async () => {
    const config = testConfig({ APP_URL: appUrl, ...provider.config, OIDC_CLIENT_SECRET: 'another one' })
    const { db } = await testApp()
    const { app, lines } = await loggedApp({ db, config })
    const post = async (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
    const { url, flow } = (await post('/api/auth/oidc/start', {})).json<{ url: string; flow: string }>()
    provider.people.set('ninguém', { email: 'ninguem@malote.test', email_verified: true })
    const reply = await post('/api/auth/oidc/finish', { flow, ...(await provider.signIn(url, 'ninguém')) })
    expect(reply.json()).toMatchObject({ code: 'SIGN_IN_REFUSED' })
    await expect.poll(() => lines.join()).toContain('refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET')
    // A busy machine may need more than the time that the check has.
    await expect
      .poll(() => providerCheck(config))
      .toMatchObject({
        state: 'problem',
        advice: 'Verifique OIDC_CLIENT_ID e OIDC_CLIENT_SECRET.',
      })
  })

  // proves 18.7, V7.6.1
  it('opens a session of 12 hours without a duty, and ends the first access', async () => {
    const test = await organisation({ REQUIRE_SECOND_STEP: 'all' })
    const { id, email } = await buildUser(test.db, { password: null })
    const { body } = await test.signIn(test.known({ email }))
    expect(body.user).not.toHaveProperty('duty')
    const session = test.db.selectFrom('sessions').select(['remember', 'duty']).where('userId', '=', id)
    expect(await session.execute()).toEqual([{ remember: false, duty: null }])
    const person = test.db.selectFrom('users').select('firstAccess').where('id', '=', id)
    expect(await person.execute()).toEqual([{ firstAccess: false }])
  })

  // proves 18.4, 18.103
  it('ends an invitation that was not used, and tells the owner of an account that has a password', async () => {
    const test = await organisation()
    const admin = await buildAdmin(test.db)
    const invited = await buildUser(test.db, { password: null })
    const { body } = await test.as(admin).post(`/api/users/${invited.id}/invite`)
    const token = decodeURIComponent(body.invitation.url.split('#token=')[1])
    await test.signIn(test.known({ email: invited.email }))
    const chosen = await test.anonymous.post('/api/auth/password', { token, newPassword: 'duas palavras' })
    expect(chosen.body.code).toBe('TOKEN_INVALID')
    const notices = test.db.selectFrom('notifications').select('title').where('userId', '=', invited.id)
    expect(await notices.execute()).toEqual([{ title: 'Entrada com a conta da organização' }])
  })

  // proves 18.4
  it('opens no account whose address an Admin is changing: the old one may belong to somebody else now', async () => {
    const test = await organisation()
    const { id, email } = await buildUser(test.db, { password: null })
    const subject = test.known({ email })
    let reply: ReturnType<typeof test.signIn> | undefined
    await test.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ email: `nova-${email}` })
        .where('id', '=', id)
        .execute()
      reply = test.signIn(subject)
      await untilWaiting(test.db, 1)
    })
    expect(await reply).toMatchObject({ status: 409, body: { code: 'BUSY' } })
    expect(await test.db.selectFrom('identities').selectAll().where('userId', '=', id).execute()).toEqual([])
  })

  it('is one identity when a person signs in twice at the same moment', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const subject = test.known({ email: user.email })
    const replies = await Promise.all([test.signIn(subject), test.signIn(subject)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })

  // proves 18.2
  it('asks for the code flow with PKCE, state and nonce, and stores nothing for who only begins', async () => {
    const test = await organisation()
    const rows = () =>
      Promise.all(
        (['finishedSignIns', 'loginThrottle'] as const).map((table) => test.db.selectFrom(table).selectAll().execute()),
      )
    const before = await rows()
    const { url } = await test.start()
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'malote',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${appUrl}/entrar/oidc`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await rows()).toEqual(before)
  })
})

describe('somebody who may not come in', () => {
  // proves 18.4
  it.each([
    ['a person whom nobody registered', { email: 'estranha@malote.test' }, 'ACCOUNT_UNKNOWN'],
    ['an address that is not verified', { email: 'known', email_verified: false }, 'EMAIL_NOT_VERIFIED'],
    ['an address of which nothing is said', { email: 'known', email_verified: undefined }, 'EMAIL_NOT_VERIFIED'],
    ['an address verified by another word', { email: 'known', email_verified: 'sim' }, 'EMAIL_NOT_VERIFIED'],
    ['no address', {}, 'EMAIL_NOT_VERIFIED'],
    ['an address that only becomes equal in lower case', { email: 'kelvin' }, 'EMAIL_NOT_VERIFIED'],
    ['an address that only becomes equal without what nobody sees', { email: 'unseen' }, 'EMAIL_NOT_VERIFIED'],
  ])('%s is refused', async (_, { email, ...claims }: { email?: string; email_verified?: unknown }, code) => {
    const test = await organisation()
    const user = await buildUser(test.db, { email: `k${subjects}@malote.test` })
    // U+212A, the sign of kelvin, is "k" in lower case.
    const addresses: Record<string, string> = {
      known: user.email,
      kelvin: user.email.replace('k', '\u212a'),
      unseen: `${user.email}\u200b`,
    }
    const address = email === undefined ? {} : { email: addresses[email] ?? email }
    const { status, body } = await test.signIn(test.known({ ...address, ...claims }))
    expect({ status, code: body.code }).toEqual({ status: 403, code })
    await expect
      .poll(() => newestAudit(test, 'sign-in.failed'))
      .toMatchObject({ actorId: null, after: { reason: code } })
    expect(await test.db.selectFrom('identities').selectAll().where('userId', '=', user.id).execute()).toEqual([])
  })

  // proves 18.4, V6.8.1
  it('another subject with the address of a bound account is refused, and the account stays its owner’s', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const owner = test.known({ email: user.email })
    await test.signIn(owner)

    const { status, body } = await test.signIn(test.known({ email: user.email }))

    expect(status).toBe(403)
    expect(body.code).toBe('OTHER_IDENTITY')
    expect((await test.signIn(owner)).body.user.id).toBe(user.id)
  })

  // proves 18.4
  it.each(['at the first sign-in', 'at a later one'])('an inactive person is refused %s', async (when) => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const subject = test.known({ email: user.email })
    if (when === 'at a later one') await test.signIn(subject)
    await test.db.updateTable('users').set({ isActive: false }).where('id', '=', user.id).execute()
    const { status, body } = await test.signIn(subject)
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'ACCOUNT_INACTIVE' })
  })

  // proves 18.4
  it('the holder of an address that an Admin has replaced is no longer let in', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const subject = test.known({ email: user.email })
    await test.signIn(subject)
    const change = { uname: user.name, uemail: `nova-${user.email}`, udpid: user.departmentId }
    expect((await test.app.as(await buildAdmin(test.db)).put(`/api/users/${user.id}`, change)).status).toBe(200)
    expect((await test.signIn(subject)).body.code).toBe('ACCOUNT_UNKNOWN')
  })

  // proves 18.4, 18.103
  it('the holder of an address that an Admin has just given somebody waits where that person has a password', async () => {
    const test = await organisation()
    const [admin, user, other] = [await buildAdmin(test.db), await buildUser(test.db), await buildUser(test.db)]
    await test.db.updateTable('users').set({ passwordHash: null }).where('id', '=', other.id).execute()
    const holders: string[] = []
    for (const { id, name, email, departmentId } of [user, other]) {
      const uemail = `tomada-${email}`
      const change = { uname: name, uemail, udpid: departmentId }
      expect((await test.app.as(admin).put(`/api/users/${id}`, change)).status).toBe(200)
      holders.push(test.known({ email: uemail }))
    }
    const codes = async () => Promise.all(holders.map(async (holder) => (await test.signIn(holder)).body.code))
    expect(await codes()).toEqual(['EMAIL_NOT_VERIFIED', undefined])
    await test.db.updateTable('users').set({ emailChangedAt: null }).where('id', '=', user.id).execute()
    expect(await codes()).toEqual([undefined, undefined])
  })
})

describe('somebody who is new', () => {
  // proves 18.5
  it('gets an account in the department that the provider names', async () => {
    const test = await organisation({ OIDC_CREATE: 'on' })
    const { id } = await buildDepartment(test.db, { name: 'Secretaria de Saúde' })
    const claims = { email: 'nova.pessoa@malote.test', name: ' Nova Pessoa ', department: 'SECRETARIA DE  SAUDE' }
    const { status, body } = await test.signIn(test.known(claims))
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ name: 'Nova Pessoa', email: claims.email, role: role.user, department_id: id })
    expect(await newestAudit(test, 'user.created')).toMatchObject({
      subjectId: String(body.user.id),
      after: { uemail: claims.email, role: role.user, udpid: id },
    })
  })

  // proves 18.5
  it.each([undefined, 'Departamento que não existe'])('gets none with the department %s', async (department) => {
    const test = await organisation({ OIDC_CREATE: 'on' })
    const { status, body } = await test.signIn(test.known({ email: 'sem.departamento@malote.test', department }))
    expect(status).toBe(403)
    expect(body.message).toBe('Seu acesso ainda precisa de um departamento. Fale com um administrador.')
  })

  it('hears to try again when the department is deleted at that moment', async () => {
    const test = await organisation({ OIDC_CREATE: 'on' })
    const { id, name } = await buildDepartment(test.db)
    const subject = test.known({ email: 'atrasada@malote.test', department: name })
    let reply: ReturnType<typeof test.signIn> | undefined
    await test.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('departments').where('id', '=', id).execute()
      reply = test.signIn(subject)
      await untilWaiting(test.db, 1)
    })
    expect(await reply).toMatchObject({ status: 409, body: { code: 'BUSY' } })
  })

  // proves 18.5
  it('may be an Admin without a department', async () => {
    const OIDC_ROLES = [{ claim: 'groups', value: 'chefia', role: role.admin }]
    const test = await organisation({ OIDC_CREATE: 'on', OIDC_ROLES })
    const { body } = await test.signIn(test.known({ email: 'primeira@malote.test', groups: ['chefia'] }))
    expect(body.user).toMatchObject({ name: 'primeira', role: role.admin, department_id: null })
  })

  it('never gets the account of an address that is not verified', async () => {
    const test = await organisation({ OIDC_CREATE: 'on' })
    const { body } = await test.signIn(test.known({ email: 'falsa@malote.test', email_verified: false }))
    expect(body.code).toBe('EMAIL_NOT_VERIFIED')
  })
})

describe('the role', () => {
  const OIDC_ROLES = [
    { claim: 'groups', value: 'chefia', role: role.admin },
    { claim: 'groups', value: 'gestores', role: role.manager },
    { claim: 'groups', value: 'todos', role: role.user },
  ]

  // proves 18.6
  it('follows the first pair that fits at every sign-in, and is audited', async () => {
    const test = await organisation({ OIDC_ROLES })
    const user = await buildUser(test.db)
    const subject = test.known({ email: user.email, groups: ['todos', 'gestores'] })
    expect((await test.signIn(subject)).body.user.role).toBe(role.manager)
    expect(await newestAudit(test, 'role.changed')).toMatchObject({
      ...{ actorId: null, subjectId: String(user.id), before: { role: role.user }, after: { role: role.manager } },
    })
    provider.people.set(subject, { groups: ['todos'] })
    expect((await test.signIn(subject)).body.user.role).toBe(role.user)
  })

  // proves 18.6
  it.each([{ groups: [] }, {}, { groups: ['outros'] }])('stays when no pair fits (%j)', async (claims) => {
    const test = await organisation({ OIDC_ROLES })
    const user = await buildUser(test.db, { role: role.manager })
    expect((await test.signIn(test.known({ email: user.email, ...claims }))).body.user.role).toBe(role.manager)
  })

  // proves 18.6
  it('of an Admin by claim ends with the claim, and that of an Admin by hand does not', async () => {
    const test = await organisation({ OIDC_ROLES })
    const [byClaim, byHand] = [await buildUser(test.db), await buildAdmin(test.db)]
    const subject = test.known({ email: byClaim.email, groups: ['chefia'] })
    for (const [groups, expected] of [
      [['chefia'], role.admin],
      [['chefia'], role.admin],
      [[], role.user],
    ] as const) {
      provider.people.set(subject, { email: byClaim.email, email_verified: true, groups: [...groups] })
      expect((await test.signIn(subject)).body.user.role).toBe(expected)
    }
    expect((await test.signIn(test.known({ email: byHand.email, groups: [] }))).body.user.role).toBe(role.admin)
  })

  // proves 18.6
  it('of the last Admin stays', async () => {
    const test = await organisation({ OIDC_ROLES })
    await test.db.updateTable('users').set({ isActive: false }).where('role', '=', role.admin).execute()
    const admin = await buildAdmin(test.db)
    const subject = test.known({ email: admin.email, groups: ['todos'] })
    expect((await test.signIn(subject)).body.user.role).toBe(role.admin)
    await buildAdmin(test.db)
    expect((await test.signIn(subject)).body.user.role).toBe(role.user)
  })

  it('of an Admin without a department stays', async () => {
    const test = await organisation({ OIDC_ROLES })
    await buildAdmin(test.db)
    const admin = await buildAdmin(test.db, { departmentId: null })
    const { status, body } = await test.signIn(test.known({ email: admin.email, groups: ['todos'] }))
    expect({ status, role: body.user.role }).toEqual({ status: 200, role: role.admin })
  })
})

describe('leaving', () => {
  // proves 18.7, V7.6.1
  it('ends the session here and leads to the page that ends the provider’s', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const { token } = (await test.signIn(test.known({ email: user.email }))).body

    const { status, body } = await test.withToken(token).post('/api/auth/oidc/logout')

    expect(status).toBe(200)
    const address = new URL(body.url)
    expect(`${address.origin}${address.pathname}`).toBe(`${provider.config.OIDC_ISSUER}/session/end`)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${appUrl}/login`)
    expect(address.searchParams.get('client_id')).toBe('malote')
    expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect((await test.withToken(token).get('/api/auth/me')).status).toBe(401)
    expect((await fetch(address)).status).toBe(200)
  })

  // proves 18.7
  it('is local for who came with a password, or when the provider is silent', async () => {
    const test = await organisation()
    const user = await buildUser(test.db)
    const { token } = (await test.anonymous.post('/api/auth/login', { email: user.email, password: testPassword })).body
    expect((await test.withToken(token).post('/api/auth/oidc/logout')).body).toEqual({ url: null })

    const session = (await test.signIn(test.known({ email: user.email }))).body
    const alone = await testApp({ config: { APP_URL: appUrl, ...provider.config, OIDC_ISSUER: 'http://127.0.0.1:9' } })
    expect((await alone.withToken(session.token).post('/api/auth/oidc/logout')).body).toEqual({ url: null })
    expect((await alone.withToken(session.token).get('/api/auth/me')).status).toBe(401)
  })
})

describe('without a provider that answers', () => {
  // proves 18.3, V16.5.2
  it('the server starts, people sign in with passwords, and the button says what is wrong', async () => {
    const test = await testApp({ config: { APP_URL: appUrl, ...provider.config, OIDC_ISSUER: 'http://127.0.0.1:9' } })
    const { status, body } = await test.anonymous.post('/api/auth/oidc/start')
    expect(status).toBe(503)
    expect(body.message).toBe('O serviço que confirma quem você é não está respondendo. Tente novamente em instantes.')
    const { email } = await buildUser(test.db)
    expect((await test.anonymous.post('/api/auth/login', { email, password: testPassword })).status).toBe(200)
  })

  // proves 18.1
  it('an installation without one has no such calls', async () => {
    const { anonymous, as, db } = await testApp()
    expect((await anonymous.post('/api/auth/oidc/start')).status).toBe(404)
    expect((await anonymous.post('/api/auth/oidc/finish', { flow: 'x' })).status).toBe(404)
    expect((await as(await buildUser(db)).post('/api/auth/oidc/logout')).body).toEqual({ url: null })
  })
})
