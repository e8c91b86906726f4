import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { startEmbeddedDatabase } from '../platform/db/embedded/start.ts'
import { blankSettings, type Config } from '../platform/settings/config.ts'
import { testApp } from '../test/app.ts'
import { testConfig } from '../test/config.ts'
import { freePort } from '../test/free-port.ts'
import { mailServer } from '../test/mail-server.ts'
import { testFolder } from '../test/sample-files.ts'
import { inherited } from '../test/server-process.ts'
import { envFileCheck, examine } from './doctor.ts'
import { startJobs } from './jobs.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const log = { warn: vi.fn() }
const look = (config: Partial<Config>) => examine(log, new Date(), () => testConfig(config))
const found = (checks: SystemCheck[], id: string) => checks.find((check) => check.id === id)

// proves 19.37
it('names the setting that is wrong, and ends with 1', () => {
  const doctor = fileURLToPath(new URL('../../../scripts/doctor.ts', import.meta.url))
  const env = { ...blankSettings, ...inherited, SMTP_URL: 'correio' }
  const { status, stdout } = spawnSync(process.execPath, [doctor], { cwd: testFolder(), env, encoding: 'utf8' })
  expect(stdout).toContain('✗ Configuração (problema): A variável SMTP_URL está incorreta')
  expect(stdout).toContain('1 problema.')
  expect(status).toBe(1)
})

// proves 19.37
it('looks at a new installation without making anything', async () => {
  const DATA_DIR = testFolder()
  const settings = { DATA_DIR, PORT: await freePort() }
  const checks = await look(settings)
  expect(found(checks, 'server')).toMatchObject({ state: 'warning', summary: expect.stringContaining('está livre') })
  expect(found(checks, 'database')).toMatchObject({ state: 'off', summary: expect.stringContaining('primeiro início') })
  // A busy machine may need more than the two seconds that each check has.
  await expect.poll(async () => found(await look(settings), 'storage')).toMatchObject({ state: 'ok' })
  expect(await readdir(DATA_DIR)).toEqual([])
})

// proves 19.37
it('sees the server that runs, its database and its mail server', async () => {
  const test = await testApp()
  const smtp = await mailServer()
  closers.push(smtp.close)
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: PORT } = test.app.server.address() as AddressInfo
  const looked = async () => {
    const checks = await look({ PORT, DATABASE_URL: test.serverConnectionString, SMTP_URL: smtp.url })
    return ['server', 'smtp', 'database', 'migrations', 'role'].map((id) => found(checks, id))
  }
  const ok = { state: 'ok' }
  // A busy machine may need more than the two seconds that each check has.
  await expect.poll(looked).toMatchObject([{ ...ok, summary: `Responde em http://127.0.0.1:${PORT}.` }, ok, ok, ok, ok])
})

// proves 19.37
it('sees the embedded database while a server runs it, and does not start it', async () => {
  const DATA_DIR = testFolder()
  const options = { dataDir: DATA_DIR, log: () => {}, onLost: () => {}, durable: false }
  const database = await startEmbeddedDatabase(options)
  closers.push(database.stop)
  const settings = { DATA_DIR, PORT: await freePort() }
  const running = async () => found(await look(settings), 'database')
  await expect.poll(running).toMatchObject({ state: 'ok', summary: expect.stringContaining('está vazio') })
  await database.stop()
  closers.pop()
  const stopped = await look(settings)
  expect(found(stopped, 'database')).toMatchObject({ state: 'off', summary: expect.stringContaining('parado') })
})

it('says that the jobs of a server are silent, but not while no server runs', async () => {
  const test = await testApp({ ownDatabase: true })
  const { serverConnectionString: DATABASE_URL } = test
  const boss = { config: test.app.settings, now: test.clock.now, log: { error: vi.fn() } }
  const scheduled = [{ name: 'daily', cron: '0 3 * * *', run: async () => {} }]
  await (await startJobs({ db: test.db, connectionString: DATABASE_URL, ...boss, scheduled }))()
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  const jobs = async () => found(await examine(log, tomorrow, () => testConfig({ DATABASE_URL })), 'jobs')
  await expect.poll(jobs).toMatchObject({ state: 'ok' })

  const news = new pg.Client({ connectionString: DATABASE_URL, application_name: 'malote news' })
  await news.connect()
  closers.push(() => news.end())
  await expect.poll(jobs).toMatchObject({
    state: 'problem',
    summary: expect.stringMatching(/^Nenhuma tarefa é executada há/),
  })
})

// proves 19.37
it('says what cannot be reached, and by what address', async () => {
  const squatter = createServer((socket) => socket.end('no\n')).listen(0, '127.0.0.1')
  closers.push(() => squatter.close())
  await once(squatter, 'listening')
  const { port: PORT } = squatter.address() as AddressInfo
  const gone = {
    DATABASE_URL: 'postgresql://malote:segredo@127.0.0.1:1/malote',
    SMTP_URL: 'smtp://a:segredo@127.0.0.1:1',
  }
  const checks = await look({ PORT, ...gone })
  expect(checks[0]?.state).toBe('problem')
  expect(found(checks, 'server')).toMatchObject({ state: 'problem', summary: expect.stringContaining('está em uso') })
  expect(found(checks, 'database')).toMatchObject({
    state: 'problem',
    summary: 'O banco de dados de DATABASE_URL não atende em 127.0.0.1:1: a conexão foi recusada.',
  })
  expect(found(checks, 'smtp')).toMatchObject({ state: 'problem', summary: expect.stringContaining('127.0.0.1:1') })
  expect(JSON.stringify(checks)).not.toContain('segredo')
})

// proves 19.37
it.each([
  [0o600, 'ok'],
  [0o640, 'warning'],
  [0o644, 'warning'],
])('a .env of mode %o: %s', async (mode, state) => {
  const file = join(testFolder(), '.env')
  await writeFile(file, 'PORT=5000')
  await chmod(file, mode)
  expect(envFileCheck(file)).toMatchObject({ state })
})
