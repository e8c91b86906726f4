import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../test/app.ts'
import { buildDepartment, buildProtocol, buildUser } from '../test/builders.ts'
import { testConfig } from '../test/config.ts'
import { startJobs } from './jobs.ts'
import { type ScheduledJob, scheduledWork } from './schedule.ts'

/** In Rio Branco it is still Wednesday, in São Paulo already Thursday. */
const night = '2026-11-19T03:30:00Z'
const config = testConfig({ APP_TIMEZONE: 'America/Rio_Branco' })

const backups = { run: async () => {}, stop: async () => {} }

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

interface Schedule {
  /** Instead of the hours of each job. */
  cron?: string
  /** Further jobs. */
  more?: ScheduledJob[]
}

/** Starts the application's jobs as `main.ts` does. */
async function start(
  { db, serverConnectionString: connectionString, clock }: TestApp,
  { cron, more = [] }: Schedule = {},
) {
  const log = { error: vi.fn() }
  const jobs = scheduledWork(db, config, clock.now, { log: { warn: vi.fn() }, backups })
  const scheduled = [...jobs.map((job) => ({ ...job, cron: cron ?? job.cron })), ...more]
  const stop = await startJobs({ db, connectionString, config, now: clock.now, log, scheduled })
  return { log, stop }
}

// proves 18.80, 19.20
it('regular work has its hours in the zone of the organisation, and waits for no clock that was years ahead', async () => {
  const test = await testApp({ ownDatabase: true })
  const { db } = test
  await (await start(test)).stop()
  const { rows: hours } = await sql`
    select name, cron, timezone, options ->> 'missed' as missed from pgboss.schedule order by name`.execute(db)
  expect(hours).toEqual(
    [
      ['anchor-history', '5 * * * *'],
      ['anonymize-departed', '30 4 * * *'],
      ['fill-calendar', '0 3 1 1,7 *'],
      ['forget-expired-access', '15 3 * * *'],
      ['forget-old-answer-links', '20 3 * * *'],
      ['forget-old-audit', '15 4 * * *'],
      ['forget-old-keys', '0 4 * * *'],
      ['forget-old-notifications', '45 3 * * *'],
      ['make-backup', '*/15 * * * *'],
      ['refresh-search-texts', '50 4 * * *'],
      ['remind-of-deadlines', '*/15 7-23 * * *'],
      ['remove-orphaned-files', '30 3 * * *'],
    ].map(([name, cron]) => ({
      ...{ name, cron, timezone: config.APP_TIMEZONE },
      missed: name === 'remind-of-deadlines' ? 'skip' : 'once',
    })),
  )
  await sql`update pgboss.version set cron_on = now() + interval '2 years'`.execute(db)
  await sql`update pgboss.queue set monitor_claim_on = now() + interval '2 years', maintain_on = now()`.execute(db)
  const queued = await sql<{ id: string }>`
    insert into pgboss.job (name, state, created_on, start_after, keep_until, started_on) values
      ('fill-calendar', 'created', now() + interval '2 years', now() + interval '2 years', '2999-01-01', null),
      ('forget-old-keys', 'active', now(), now(), now() + interval '14 days', now() + interval '2 years'),
      ('forget-old-audit', 'retry', now(), now() + interval '1 hour', now() + interval '14 days', now())
    returning id`.execute(db)
  stops.push((await start(test)).stop)
  const { rows: marks } = await sql<{ ahead: number }>`
    select (select count(*)::int from pgboss.version where cron_on > now() + interval '1 minute')
      + (select count(*)::int from pgboss.queue where monitor_claim_on > now() + interval '1 minute') as ahead`.execute(
    db,
  )
  expect(marks).toEqual([{ ahead: 0 }])
  // Not those whose hour strikes at this moment.
  const { rows: jobs } = await sql<{ name: string; ahead: boolean }>`
    select name, greatest(created_on, start_after, started_on) > now() + interval '1 minute' as ahead
    from pgboss.job where id = any(${queued.rows.map(({ id }) => id)}::uuid[]) order by name`.execute(db)
  // What is tried again waits for its time.
  expect(jobs).toEqual([
    { name: 'fill-calendar', ahead: false },
    { name: 'forget-old-audit', ahead: true },
    { name: 'forget-old-keys', ahead: false },
  ])
})

it('a start leaves scheduled what has not changed, notes when an hour or a zone has, and drops what exists no more', async () => {
  const { db, clock, serverConnectionString: connectionString } = await testApp({ ownDatabase: true })
  const run = async () => {}
  const startWith = async (jobs: { name: string; cron: string }[], settings = config) => {
    const scheduled = jobs.map((job) => ({ ...job, run }))
    const parts = { db, connectionString, now: clock.now, log: { error: vi.fn() } }
    await (await startJobs({ ...parts, config: settings, scheduled }))()
    const { rows } = await sql<{ name: string; cron: string; changed: boolean }>`
      select name, cron, updated_on > now() - interval '1 day' as changed from pgboss.schedule order by name`.execute(
      db,
    )
    await sql`update pgboss.schedule set updated_on = now() - interval '2 days'`.execute(db)
    return rows
  }
  const [first, second] = [
    { name: 'first', cron: '0 3 * * *' },
    { name: 'second', cron: '0 4 * * *' },
  ]
  await startWith([first, second, { name: 'third', cron: '0 5 * * *' }])
  const later = { ...second, cron: '0 6 * * *' }
  expect(await startWith([first, later])).toEqual([
    { ...first, changed: false },
    { ...later, changed: true },
  ])
  const moved = testConfig({ APP_TIMEZONE: 'America/Sao_Paulo' })
  expect(await startWith([first], moved)).toEqual([{ ...first, changed: true }])
})

it('at its hour people are reminded on their day, and what came due while no server ran is made up for where that fits', async () => {
  const test = await testApp({ ownDatabase: true, now: night })
  const { db } = test
  const { id: departmentId } = await buildDepartment(db)
  const person = await buildUser(db, { departmentId })
  const items = [{ responsibleId: person.id, returnDate: '2026-11-18' }]
  await buildProtocol(db, { destinationDepartmentId: departmentId, createdAt: '2026-11-01T12:00:00Z', items })
  // Twelve hours ago in the zone of the organisation, which is five hours behind UTC all year.
  const cron = `0 ${(new Date().getUTCHours() + 24 - 5 - 12) % 24} * * *`
  const ran: string[] = []
  const more = [
    { name: 'fitting', cron, run: async () => ran.push('fitting') },
    { name: 'unfitting', cron, missed: 'skip' as const, run: async () => ran.push('unfitting') },
  ]

  // A job for every minute is due whenever the queue reads its clock, which it does at start.
  await (await start(test, { cron: '* * * * *', more })).stop()
  await sql`update pgboss.version set cron_on = now() - interval '1 day'`.execute(db)
  await sql`update pgboss.schedule set created_on = now() - interval '2 days'`.execute(db)
  const { log, stop } = await start(test, { cron: '* * * * *', more })
  stops.push(stop)

  const told = () => db.selectFrom('notifications').select('title').where('userId', '=', person.id).execute()
  await expect.poll(told).toEqual([{ title: '1 item vence hoje' }])
  await expect.poll(() => ran).toEqual(['fitting'])
  const { rows } = await sql`select name from pgboss.job where name in ('fitting', 'unfitting')`.execute(db)
  expect(rows).toEqual([{ name: 'fitting' }])
  expect(log.error).not.toHaveBeenCalled()
})
