import { availableParallelism } from 'node:os'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  easyPassword,
  oneWordAsPassword,
  organisationWordAsPassword,
  patternAsPassword,
} from '@malote/core/auth/password-words.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../../platform/settings/config.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildDepartment,
  buildManager,
  buildUser,
  expensiveHash,
  testPassword,
} from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { composeInvitation, composePasswordReset } from '../users/public.ts'
import { problemOfPassword } from './ensure-good-password.ts'

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

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
  await buildDepartment(test.db, { name: 'Diretoria Jurídica' })
})
afterAll(() => test.drop())

const problem = (password: string) =>
  problemOfPassword(test.db, { ORG_NAME: 'Prefeitura' }, { name: 'Ana', email: 'ana@malote.test' }, password)

// With the lists that ship: what people in Brazil choose first.
describe('a new password', () => {
  // proves 18.23, V6.2.4, V6.2.12
  it.each([
    ['123456', easyPassword],
    ['qwerty', easyPassword],
    ['senha123', easyPassword],
    ['iloveyou', easyPassword],
    ['troque-esta-senha', easyPassword],
    ['Mudar@123', oneWordAsPassword],
    ['Senha@123', oneWordAsPassword],
    ['S3nha!', oneWordAsPassword],
    ['trocar123', oneWordAsPassword],
    ['juridico', oneWordAsPassword],
    ['brasil2026', oneWordAsPassword],
    ['corinthians', oneWordAsPassword],
    ['Flamengo@81', oneWordAsPassword],
    ['gabriel10', oneWordAsPassword],
    ['protocolo1', oneWordAsPassword],
    ['janeiro2026', oneWordAsPassword],
    ['malote', organisationWordAsPassword],
    ['malote123', organisationWordAsPassword],
    ['Diretoria#1', organisationWordAsPassword],
    ['121212', patternAsPassword],
    ['qqqqqqqqq1', patternAsPassword],
    ['xyzxyz', patternAsPassword],
    ['1q2w3e4r', easyPassword],
    ['poiuyt!', patternAsPassword],
    ['fedcba', patternAsPassword],
    ['25/12/1990', patternAsPassword],
    ['25121990', patternAsPassword],
    ['1990-12-25', patternAsPassword],
  ])('is not %s', async (password, sentence) => expect(await problem(password)).toBe(sentence))

  // proves V6.2.5
  it.each([
    ...['k7#Qx2', 'xq7zkp', '739144', 'senha-de-teste', 'girassol azul', 'dois cavalos', 'uma senha minha'],
    // Some of their digits spell a word, with all their letters.
    ...['85c0a4d0-3431-481e-9405-119983445353', '02062846-b284-43d6-a033-171a78151519'],
  ])('may be %s', async (password) => expect(await problem(password)).toBeNull())

  it('may be any two hundred characters, or many digits', async () => {
    for (const text of ['aB3$ ', '1234567890']) await problem(text.repeat(40).slice(0, 200))
    expect(await problem('aB3$ xyw'.repeat(25))).toBe(patternAsPassword)
  })
})

// proves 18.43
it('many who sign in at once leave a processor to everybody else', async () => {
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await breathe()
    running -= 1
  }
  vi.resetModules()
  vi.doMock('@node-rs/argon2', () => ({ hash: work, hashRaw: work, verify: work }))
  // The next files of this worker share its modules: with this hashing no password would be right.
  onTestFinished(() => {
    vi.doUnmock('@node-rs/argon2')
    vi.resetModules()
  })
  const { hashPassword, hashWithSalt, isPassword } = await import('./password.ts')
  const hashing = [() => hashPassword('a'), () => isPassword('a', 'b'), () => hashWithSalt('a', Buffer.alloc(32))]
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, () => hashing.map((hash) => hash())).flat())
  expect(most).toBe(Math.max(1, availableParallelism() - 1))
})
