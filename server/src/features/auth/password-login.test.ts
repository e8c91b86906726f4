import { describe, expect, it } from 'vitest'
import type { Config } from '../../platform/settings/config.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildAdmin, buildManager, buildUser, expensiveHash, testPassword } from '../../test/builders.ts'
import { composeInvitation, composePasswordReset } from '../users/public.ts'

const provider: Partial<Config> = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'malote',
  OIDC_CLIENT_SECRET: 'segredo',
}
const organisation = (PASSWORD_LOGIN: Config['PASSWORD_LOGIN']) =>
  testApp({ config: { ...provider, PASSWORD_LOGIN, OIDC_LABEL: 'gov.br' } })
const login = ({ anonymous }: TestApp, email: string, password = testPassword) =>
  anonymous.post('/api/auth/login', { email, password })

describe('with PASSWORD_LOGIN=admins', () => {
  // proves 18.8
  it('an Admin signs in, and nobody else: the right password is answered like a wrong one', async () => {
    const test = await organisation('admins')
    const [admin, manager, user] = [await buildAdmin(test.db), await buildManager(test.db), await buildUser(test.db)]
    expect((await login(test, admin.email)).status).toBe(200)
    const wrong = await login(test, admin.email, 'errada')
    for (const { email } of [manager, user]) {
      const right = await login(test, email)
      expect({ status: right.status, body: right.body }).toEqual({ status: 401, body: wrong.body })
    }
    expect(wrong.body.code).toBe('BAD_CREDENTIALS')
  })

  // proves 18.8
  it('takes as long for those who may not, so that the time names no Admin', async () => {
    const test = await organisation('admins')
    // The time of the processor, which other processes do not change: nearly all of it is the hashing.
    const timeOf = async (email: string) => {
      const start = process.cpuUsage()
      await login(test, email, 'errada')
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    const pairs = []
    const fields = { passwordHash: expensiveHash }
    for (let round = 0; round < 4; round += 1)
      pairs.push([await buildAdmin(test.db, fields), await buildUser(test.db, fields)] as const)
    let [admins, others] = [Infinity, Infinity]
    for (const [admin, other] of pairs) {
      admins = Math.min(admins, await timeOf(admin.email))
      others = Math.min(others, await timeOf(other.email))
    }
    expect(others).toBeGreaterThan(admins / 2)
  })

  // proves 18.8
  it('only an Admin gets a link for a password, and only an Admin can use one', async () => {
    const test = await organisation('admins')
    const { db, app } = test
    const [admin, user] = [await buildAdmin(db), await buildUser(db)]
    const now = test.clock.now()
    expect(await composePasswordReset(db, app.settings, admin.email, now)).toBeDefined()
    expect(await composePasswordReset(db, app.settings, user.email, now)).toBeUndefined()
    for (const { email } of [admin, user]) {
      expect((await test.anonymous.post('/api/auth/forgot-password', { email })).status).toBe(204)
    }
    const mail = await composeInvitation(db, app.settings, user.id, now)
    expect(mail?.text).toContain('https://malote.test/login')
    expect(mail?.text).not.toContain('primeiro-acesso')
    const inviteOf = async (id: number) =>
      (await app.as(admin).post(`/api/users/${id}/invite`)).body.invitation.url as string
    expect(await inviteOf(user.id)).toBe('https://malote.test/login')
    expect(await inviteOf(admin.id)).toContain('/primeiro-acesso')
  })

  // proves 18.8, V6.3.4
  it('a link from before is refused to those who may not use a password any more', async () => {
    const before = await testApp()
    const admin = before.app.as(await buildAdmin(before.db))
    const linkFor = async (id: number) => {
      const { invitation } = (await admin.post(`/api/users/${id}/invite`)).body
      return String(invitation.url).match(/token=([^&]+)/)?.[1]
    }
    const test = await organisation('admins')
    const choose = (token: string | undefined) =>
      test.anonymous.post('/api/auth/password', { token, newPassword: 'uma senha que ninguém tem' })
    const [user, boss] = [await buildUser(test.db), await buildAdmin(test.db)]
    const refused = await choose(await linkFor(user.id))
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 400, code: 'TOKEN_INVALID' })
    expect((await choose(await linkFor(boss.id))).status).toBe(204)
  })
})

describe('a password that opens no session', () => {
  it.each([
    ['admins', 'a Gestor', buildManager, 400],
    ['admins', 'an Admin', buildAdmin, 204],
    ['off', 'an Admin', buildAdmin, 400],
  ] as const)('proves nothing in one that is open: with %s, of %s', async (policy, _, build, expected) => {
    const test = await organisation(policy)
    const session = test.app.as(await build(test.db))
    const { status, body } = await session.post('/api/auth/proof', { currentPassword: testPassword })
    expect(status).toBe(expected)
    if (expected === 400) expect(body.errors.currentPassword).toContain('entre de novo')
  })
})

describe('with PASSWORD_LOGIN=off', () => {
  // proves 18.8
  it('nobody signs in with a password, and everybody is told so', async () => {
    const test = await organisation('off')
    for (const email of [(await buildAdmin(test.db)).email, (await buildUser(test.db)).email, 'ninguem@malote.test']) {
      const { status, body } = await login(test, email)
      expect(status).toBe(403)
      expect(body.message).toBe('Aqui não se entra com senha. Use a conta da organização.')
    }
    const { email } = await buildAdmin(test.db)
    expect(await composePasswordReset(test.db, test.app.settings, email, test.clock.now())).toBeUndefined()
  })
})
