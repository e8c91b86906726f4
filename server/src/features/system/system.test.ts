import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SystemCheck } from '@malote/core/system/system-check.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startJobs } from '../../app/jobs.ts'
import { scheduledWork } from '../../app/schedule.ts'
import { openChangeFeed } from '../../platform/db/change-feed.ts'
import { connect } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { testApp } from '../../test/app.ts'
import { bucketAt, bucketServer } from '../../test/bucket-server.ts'
import { buildAdmin, buildProtocol } from '../../test/builders.ts'
import { clamdServer } from '../../test/clamd-server.ts'
import { testConfig } from '../../test/config.ts'
import { freePort } from '../../test/free-port.ts'
import { silentServer } from '../../test/mail-server.ts'
import { startProvider } from '../../test/oidc-provider.ts'
import { boundedCheck, checksOfDatabase, checksOfSurroundings, jobsCheck } from './checks.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const log = { warn: vi.fn() }
const changes = (connectionString: string) => openChangeFeed(connectionString, ['live_changed'])
const found = (checks: SystemCheck[], id: string) => checks.find((check) => check.id === id)

// proves 19.30
it('an Admin sees the whole installation, problems first', async () => {
  const { app, db } = await testApp({ changes, now: '2026-11-22T12:00:00Z' })
  const admin = app.as(await buildAdmin(db))
  // The server counts itself once it listens to news.
  await expect.poll(() => app.eventStreams().isLive).toBe(true)
  let reply = await admin.get('/api/system')
  // A busy machine may need more than the two seconds that the page gives each check.
  await expect
    .poll(async () => {
      reply = await admin.get('/api/system')
      return JSON.stringify(reply.body)
    })
    .not.toMatch(/Não foi possível verificar\.|"instances":null/)
  const { status, body } = reply
  expect(status).toBe(200)
  expect(body).toMatchObject({ started_at: '2026-11-22T12:00:00.000Z', node: process.versions.node })
  expect(body.instances).toBeGreaterThanOrEqual(1)
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/)
  const states = body.checks.map(({ state }: SystemCheck) => ['problem', 'warning', 'ok', 'off'].indexOf(state))
  expect(states).toEqual(states.toSorted())
  const ok = { state: 'ok', advice: null }
  expect(found(body.checks, 'database')).toMatchObject({
    ...ok,
    summary: expect.stringMatching(/^PostgreSQL \d+\.\d+, .+ de \d+ conexões em uso\.$/),
  })
  expect(found(body.checks, 'migrations')).toMatchObject(ok)
  expect(found(body.checks, 'role')).toMatchObject(ok)
  expect(found(body.checks, 'storage')).toMatchObject(ok)
  expect(found(body.checks, 'fold')).toMatchObject({ state: 'ok' })
  expect(found(body.checks, 'chain')).toMatchObject({ state: 'ok' })
  expect(found(body.checks, 'events')).toMatchObject(ok)
  expect(found(body.checks, 'mail')).toMatchObject({ state: 'off', advice: expect.stringContaining('SMTP_URL') })
  expect(found(body.checks, 'proxy')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('TRUST_PROXY'),
  })
  expect(found(body.checks, 'keys')).toMatchObject({
    state: 'warning',
    summary: expect.stringContaining('ARCHIVE_KEY'),
  })
  expect(found(body.checks, 'backup')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('BACKUP_DIR'),
  })
})

// proves 19.31
it('a check that fails or hangs is a problem of its own and holds up nothing', async () => {
  const broken = { id: 'a', title: 'A', run: () => Promise.reject(new Error('secret detail')) }
  const hanging = { id: 'b', title: 'B', run: () => new Promise<never>(() => {}) }
  const sudden = { id: 'c', title: 'C', run: () => JSON.parse('{') }
  const results = await Promise.all([broken, hanging, sudden].map((check) => boundedCheck(check, log, 50)))
  expect(results.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'problem'],
    ['b', 'problem'],
    ['c', 'problem'],
  ])
  expect(JSON.stringify(results)).not.toContain('secret detail')
})

/** A database with all scheduled jobs, none of which has run. */
async function withJobs(settings: Partial<Config> = {}) {
  const test = await testApp({ ownDatabase: true, config: settings })
  const { db, clock, serverConnectionString: connectionString } = test
  const config = test.app.settings
  const backups = { run: vi.fn(), stop: vi.fn() }
  const scheduled = scheduledWork(db, config, clock.now, { log: { warn: vi.fn() }, backups })
  await (await startJobs({ db, connectionString, config, now: clock.now, log: { error: vi.fn() }, scheduled }))()
  await sql`delete from pgboss.job`.execute(db)
  return { ...test, config }
}

// proves 19.30
it('says which mails, jobs and links wait too long', async () => {
  const { app, db, config } = await withJobs({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const look = async () => {
    const now = new Date()
    return Promise.all(checksOfDatabase({ db: app.db, config, now, startedAt: now }).map(({ run }) => run()))
  }
  expect(found(await look(), 'mail')).toMatchObject({ state: 'ok', summary: 'Nenhum e-mail espera na fila.' })
  expect(found(await look(), 'jobs')).toMatchObject({
    state: 'ok',
    summary: expect.stringMatching(/^\d+ tarefas agendadas, ainda sem execução\.$/),
  })

  await sql`insert into pgboss.job (name, state, created_on, started_on, retry_count) values
    ('mail', 'retry', now() - interval '2 hours', now() - interval '3 minutes', 4),
    ('mail', 'created', now(), null, 0), ('mail', 'failed', now(), now(), 12)`.execute(db)
  await sql`insert into pgboss.job (name, state, completed_on) values ('anchor-history', 'failed', now())`.execute(db)
  const { id: protocolId, originDepartmentId, destinationDepartmentId } = await buildProtocol(db)
  await sql`insert into history (protocol_id, origin_department_id, destination_department_id, action, created_at)
    values (${protocolId}, ${originDepartmentId}, ${destinationDepartmentId}, 'Protocolo criado', now() - interval '3 hours')`.execute(
    db,
  )

  const checks = await look()
  expect(found(checks, 'mail')).toMatchObject({
    state: 'problem',
    summary:
      '2 e-mails esperam na fila, o mais antigo há 2 horas. 1 falhou e será tentado de novo. No último dia, 1 e-mail não pôde ser enviado.',
  })
  expect(found(checks, 'jobs')).toMatchObject({
    state: 'problem',
    summary: '1 tarefa falhou na última vez: âncora do histórico.',
  })
  expect(found(checks, 'chain')).toMatchObject({
    state: 'problem',
    summary: '1 entrada espera pelo seu elo, a mais antiga há 3 horas.',
    advice: expect.stringContaining('chaining the history failed'),
  })
})

it('says that scheduled jobs fail, in words, and that they are silent, whatever the clock said before', async () => {
  const { db } = await withJobs()
  const insert = (state: string, when: string) =>
    sql`insert into pgboss.job (name, state, completed_on)
      select name, ${state}::pgboss.job_state, now() + ${when}::interval from pgboss.schedule`.execute(db)
  const look = () => jobsCheck(db, new Date(), new Date(0))

  await insert('completed', '-3 hours')
  for (const state of ['completed', 'failed']) await insert(state, '2 years')
  expect(await look()).toMatchObject({ state: 'problem', summary: 'Nenhuma tarefa é executada há 3 horas.' })

  await insert('failed', '-1 hour')
  const { state, summary } = await look()
  expect(state).toBe('problem')
  expect(summary).toMatch(/^\d+ tarefas falharam na última vez: /)
  expect(summary).not.toMatch(/-/)
})

/** All jobs, scheduled a year ago, so that nothing is in the future of the database's clock; none has run. */
async function jobsOfLastYear() {
  const { db } = await withJobs({ APP_TIMEZONE: 'America/Sao_Paulo' })
  await sql`update pgboss.schedule set created_on = '2025-01-10T12:00:00Z', updated_on = '2025-01-10T12:00:00Z'`.execute(
    db,
  )
  return db
}

it('says of each scheduled job by itself that it has not run, unless it runs just now or the server has just started', async () => {
  const db = await jobsOfLastYear()
  const now = new Date('2025-03-10T15:00:00Z')
  await sql`insert into pgboss.job (name, state, completed_on)
    select name, 'completed', '2025-03-10T14:50:00Z' from pgboss.schedule
    where name not in ('fill-calendar', 'forget-expired-access', 'make-backup')`.execute(db)
  await sql`insert into pgboss.job (name, state, completed_on) values
    ('forget-expired-access', 'completed', '2025-03-09T06:15:10Z'), ('make-backup', 'completed', '2025-03-10T10:00:00Z')`.execute(
    db,
  )
  const look = (startedAt = new Date('2025-03-01T00:00:00Z')) => jobsCheck(db, now, startedAt)

  expect(await look()).toMatchObject({
    state: 'problem',
    summary: '2 tarefas não foram executadas na hora: limpeza de acessos vencidos, cópia de segurança.',
  })
  await sql`insert into pgboss.job (name, state, started_on) values ('make-backup', 'active', '2025-03-10T10:15:00Z')`.execute(
    db,
  )
  expect((await look()).summary).toBe('1 tarefa não foi executada na hora: limpeza de acessos vencidos.')
  expect(await look(new Date('2025-03-10T14:00:00Z'))).toMatchObject({ state: 'ok' })
})

it('says of no scheduled job that it has not run at an hour that was not its own then', async () => {
  const db = await jobsOfLastYear()
  await sql`insert into pgboss.job (name, state, completed_on)
    select name, 'completed', '2025-03-10T14:50:00Z' from pgboss.schedule where name <> 'forget-expired-access'`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, state, completed_on)
    values ('forget-expired-access', 'completed', '2025-03-09T06:15:10Z')`.execute(db)
  await sql`update pgboss.schedule set updated_on = '2025-03-10T12:00:00Z'`.execute(db)
  const look = (now: string) => jobsCheck(db, new Date(now), new Date('2025-03-10T12:00:00Z'))
  expect(await look('2025-03-10T15:00:00Z')).toMatchObject({ state: 'ok' })
})

it('says of the reminders that they have not run only when the server ran at their hour', async () => {
  const db = await jobsOfLastYear()
  // Off from a quarter to ten in the evening until two.
  const look = async (now: string) => {
    await sql`insert into pgboss.job (name, state, completed_on)
      select name, 'completed', ${now}::timestamptz - interval '5 minutes' from pgboss.schedule
      where name <> 'remind-of-deadlines'`.execute(db)
    return jobsCheck(db, new Date(now), new Date('2025-03-10T05:00:00Z'))
  }
  await sql`insert into pgboss.job (name, state, completed_on)
    values ('remind-of-deadlines', 'completed', '2025-03-10T00:45:00Z')`.execute(db)
  expect(await look('2025-03-10T07:10:00Z')).toMatchObject({ state: 'ok' })
  expect(await look('2025-03-10T12:10:00Z')).toMatchObject({
    state: 'problem',
    summary: '1 tarefa não foi executada na hora: lembretes de prazos.',
  })
})

/** What the checks find, however long they take: the page gives them two seconds. */
const lookAround = (config: Partial<Config>) =>
  Promise.all(checksOfSurroundings({ config: testConfig(config), now: new Date() }).map(({ run }) => run()))

// proves 19.30
it('says that other servers do not answer, and what that means', async () => {
  const OIDC_ISSUER = `http://127.0.0.1:${await freePort()}`
  const looked = async () => {
    const checks = await lookAround({ OIDC_ISSUER, CLAMAV_HOST: '127.0.0.1:1', ...bucketAt(1) })
    return ['scanner', 'oidc', 'storage'].map((id) => found(checks, id))
  }
  const state = 'problem'
  await expect.poll(looked).toMatchObject([
    { state, summary: expect.stringContaining('recusados') },
    { state, summary: expect.stringContaining('ECONNREFUSED') },
    { state, advice: expect.stringContaining('S3_ENDPOINT') },
  ])
})

it('says that they do', async () => {
  const clamd = await clamdServer()
  const provider = await startProvider({ people: {} })
  const bucket = await bucketServer()
  closers.push(clamd.close, provider.close, bucket.close)
  const looked = async () => {
    const checks = await lookAround({ CLAMAV_HOST: clamd.host, ...provider.config, ...bucketAt(bucket.port) })
    return ['scanner', 'oidc', 'storage'].map((id) => found(checks, id)?.state)
  }
  await expect.poll(looked).toEqual(['ok', 'ok', 'ok'])
})

describe('the monitoring', () => {
  const folder = fileURLToPath(new URL('../../../../deploy/monitoring/', import.meta.url))
  const fileOf = (name: string) => readFileSync(`${folder}${name}`, 'utf8')

  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  /** The names and values of `/metrics`, by line without its value. */
  const samplesOf = (text: string) =>
    new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    )

  /** Every metric that an expression names. */
  const metricsIn = (text: string) => new Set(text.match(/\b(malote|http|nodejs|process)_[a-z0-9_]+/g))

  // proves 19.33
  it('shows every metric that the alerts and the dashboard name', async () => {
    const test = await testApp({ ownDatabase: true })
    const { db, app, serverConnectionString: connectionString, clock } = test
    const run = vi.fn(async () => {})
    const scheduled = [{ name: 'anchor-history', cron: '* * * * *', run }]
    const parts = { db, connectionString, config: app.settings, now: clock.now, log: { error: vi.fn() } }
    const stop = await startJobs({ ...parts, scheduled })
    closers.push(stop)
    await sql`insert into pgboss.job (name, state, completed_on) values ('anchor-history', 'completed', now())`.execute(
      db,
    )
    await app.as(await buildAdmin(db)).get('/api/protocols')

    const text = (await test.anonymous.get('/metrics')).body as string
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    const { panels } = JSON.parse(fileOf('grafana-dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
    const rules = [...fileOf('malote.rules.yml').matchAll(/expr: (\|\n(?: {10}.*\n)+|.+)/g)].map(
      ([, expr = '']) => expr,
    )
    expect(rules.length).toBeGreaterThan(10)
    const named = metricsIn(
      [...rules, ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))].join('\n'),
    )
    expect(named.size).toBeGreaterThan(15)
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  })

  it('observes Node once, however many apps the process has', async () => {
    const [one, other] = [await testApp(), await testApp({ ownApp: true })]
    for (const name of ['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_seconds']) {
      expect(one.app.metrics.getSingleMetric(name)).toBeDefined()
      expect(one.app.metrics.getSingleMetric(name)).toBe(other.app.metrics.getSingleMetric(name))
    }
  })

  // proves 19.32
  it('tells routes by their pattern, and never an id or a text', async () => {
    const { app, db, anonymous } = await testApp()
    const admin = app.as(await buildAdmin(db))
    await admin.get('/api/protocols/987654?search=segredo')
    await anonymous.get('/nowhere-to-be-found')
    const text = (await anonymous.get('/metrics')).body as string
    const samples = samplesOf(text)
    expect(
      samples.get('http_request_duration_seconds_count{method="GET",route="/api/protocols/:id",status="404"}'),
    ).toBe(1)
    expect(text).not.toContain('987654')
    expect(text).not.toContain('segredo')
    expect(text).not.toContain('nowhere')
  })

  // proves 19.32
  it('counts connections, requests that wait and open screens', async () => {
    const { anonymous } = await testApp()
    const read = async () => samplesOf((await anonymous.get('/metrics')).body as string)
    // A busy machine may need more than the two seconds that a query has: then there is no figure.
    await expect.poll(async () => (await read()).get('malote_fold_lag_rows')).toBeGreaterThanOrEqual(0)
    await expect.poll(async () => (await read()).get('malote_database_up')).toBe(1)
    const samples = await read()
    expect(samples.get('malote_pool_connections{pool="statements",state="max"}')).toBeGreaterThan(0)
    expect(samples.get('malote_pool_connections{pool="transactions",state="waiting"}')).toBe(0)
    expect(samples.get('malote_pool_connections{pool="exports",state="max"}')).toBeGreaterThan(0)
    expect(samples.get('malote_admission_requests{kind="writing",state="waiting"}')).toBe(0)
    expect(samples.get('malote_event_streams')).toBe(0)
    expect(samples.get('malote_disk_free_bytes')).toBeGreaterThan(0)
  })

  // proves 19.32
  it('answers in time while the database does not', async () => {
    const silent = await silentServer()
    const appDatabase = () => connect(`postgresql://malote@127.0.0.1:${silent.port}/malote`)
    const { app, anonymous } = await testApp({ appDatabase })
    const asked = performance.now()
    const { status, body } = await anonymous.get('/metrics')
    expect(status).toBe(200)
    expect(performance.now() - asked).toBeLessThan(60_000)
    const samples = samplesOf(body as string)
    expect(samples.get('malote_database_up')).toBe(0)
    expect(samples.get('malote_fold_lag_rows')).toBeNaN()
    await silent.close()
    await app.db.destroy()
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }

  describe.skipIf(!hasPromtool)("with promtool, of Debian's package prometheus", () => {
    // proves 19.33
    it('the alert rules are valid', () => {
      expect(promtool('check', 'rules', 'malote.rules.yml')).toMatchObject({ status: 0 })
      expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toMatchObject({ status: 0 })
    })

    // proves 19.33
    it('the alerts fire when they should, and only then', () => {
      expect(promtool('test', 'rules', 'malote.rules.test.yml')).toMatchObject({ status: 0 })
    })
  })
})
