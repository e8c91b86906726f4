import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startJobs } from '../../app/jobs.ts'
import { connect } from '../../platform/db/connect.ts'
import { testApp } from '../../test/app.ts'
import { buildAdmin } from '../../test/builders.ts'
import { silentServer } from '../../test/mail-server.ts'

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
  const rules = [...fileOf('malote.rules.yml').matchAll(/expr: (\|\n(?: {10}.*\n)+|.+)/g)].map(([, expr = '']) => expr)
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
  expect(samples.get('http_request_duration_seconds_count{method="GET",route="/api/protocols/:id",status="404"}')).toBe(
    1,
  )
  expect(text).not.toContain('987654')
  expect(text).not.toContain('segredo')
  expect(text).not.toContain('nowhere')
})

// proves 19.32
it('counts connections, requests that wait and open screens', async () => {
  const { anonymous } = await testApp()
  const samples = samplesOf((await anonymous.get('/metrics')).body as string)
  expect(samples.get('malote_pool_connections{pool="statements",state="max"}')).toBeGreaterThan(0)
  expect(samples.get('malote_pool_connections{pool="transactions",state="waiting"}')).toBe(0)
  expect(samples.get('malote_pool_connections{pool="exports",state="max"}')).toBeGreaterThan(0)
  expect(samples.get('malote_admission_requests{kind="writing",state="waiting"}')).toBe(0)
  expect(samples.get('malote_event_streams')).toBe(0)
  expect(samples.get('malote_database_up')).toBe(1)
  expect(samples.get('malote_fold_lag_rows')).toBeGreaterThanOrEqual(0)
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
  expect(performance.now() - asked).toBeLessThan(10_000)
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
