import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildUser } from '../../test/builders.ts'
import { testConfig } from '../../test/config.ts'
import { atCommit, databaseProxy } from '../../test/fault-proxy.ts'
import { ensureFirstAdmin, type FirstAdmin } from './ensure-first-admin.ts'

let test: TestApp
const now = () => new Date()

beforeEach(async () => {
  test = await testApp({ ownDatabase: true })
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
    const start = ensureFirstAdmin(test.db, testConfig({ ADMIN_PASSWORD: 'malote12345', ...reach }), now)
    await expect(start).rejects.toThrow(
      new StartupError(
        'A variável ADMIN_PASSWORD está incorreta: a senha do primeiro administrador precisa de pelo menos 12 caracteres.',
      ),
    )
    await buildUser(test.db)
    expect(await ensureFirstAdmin(test.db, testConfig({ ADMIN_PASSWORD: 'curta' }), now)).toBeUndefined()
  },
)

// proves 18.22
it('warns of a short password where nobody else can reach the server', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  expect(
    await ensureFirstAdmin(test.db, testConfig({ ADMIN_PASSWORD: 'malote123', APP_URL: 'http://localhost:5000' }), now),
  ).toBeDefined()
  expect(warn.mock.calls.flat().join()).toContain('pelo menos 12 caracteres')
})

// proves 10.20
it('takes the address and the password from the settings, and does not repeat the password', async () => {
  const config = testConfig({ ADMIN_EMAIL: 'chefe@malote.test', ADMIN_PASSWORD: 'segredo-do-chefe' })
  expect(await ensureFirstAdmin(test.db, config, now)).toEqual({ email: 'chefe@malote.test' })
  const { status, body } = await test.anonymous.post('/api/auth/login', {
    email: 'chefe@malote.test',
    password: 'segredo-do-chefe',
  })
  expect(status).toBe(200)
  expect(body.user).not.toHaveProperty('duty')
})

it('creates nobody where there is somebody', async () => {
  await buildUser(test.db, { isActive: false })
  expect(await ensureFirstAdmin(test.db, testConfig(), now)).toBeUndefined()
})

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
