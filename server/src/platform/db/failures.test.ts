import { lookup } from 'node:dns/promises'
import { setTimeout as pass } from 'node:timers/promises'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { testDatabase } from '../../test/database.ts'
import { databaseProxy } from '../../test/fault-proxy.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { openChangeFeed } from './change-feed.ts'
import { connect, type Db } from './connect.ts'
import { failureOf } from './failures.ts'

// proves 19.40
it('a database whose name cannot be resolved is unavailable', async () => {
  const error = await lookup('banco.invalid').catch((reason: unknown) => reason)
  expect(failureOf(error)).toMatchObject({ code: 'UNAVAILABLE' })
})

it('a bug is not taken for an outage', () => {
  expect(failureOf(new TypeError('x is not a function'))).toBeUndefined()
})

/** An organisation whose database has a setting of the operator's by the time the app connects to it. */
async function organisationWith(setting: string) {
  const organisation = await testOrganisation({
    ownDatabase: true,
    appDatabase: async (connectionString) => {
      const db = connect(connectionString)
      onTestFinished(() => db.destroy())
      return db
    },
  })
  const { db } = organisation
  const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db)
  await sql.raw(`alter database ${rows[0]?.name} set ${setting}`).execute(db)
  return organisation
}

it('a database that only reads refuses what is written, for now, and goes on answering', async () => {
  const { as, db, sender, form, rowCounts } = await organisationWith('default_transaction_read_only = on')
  const client = as(sender)
  const { id } = await buildProtocol(db, { originDepartmentId: sender.departmentId ?? 0 })
  // A session whose use would be written down.
  await client.get('/api/nowhere')
  await db.updateTable('sessions').set({ lastSeenAt: '2026-01-01T00:00:00Z' }).execute()
  const before = await rowCounts()

  expect((await client.get(`/api/protocols/${id}`)).status).toBe(200)
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } }
  expect(await client.post('/api/protocols', form())).toMatchObject(unavailable)
  expect(await client.post('/api/protocols', form(), { 'idempotency-key': 'uma-vez' })).toMatchObject(unavailable)
  expect(await client.post(`/api/protocols/${id}/comments`, { text: 'Segue' })).toMatchObject(unavailable)
  expect(await rowCounts()).toEqual(before)
})

it('a request waits five seconds for a lock, and a job as long as it takes', async () => {
  // The databases of the tests have another limit.
  const { app, connectionString } = await organisationWith('lock_timeout = 0')
  const jobs = connect(connectionString)
  onTestFinished(() => jobs.destroy())
  const limit = async (on: Db) => {
    const { rows } = await on.transaction().execute((trx) =>
      sql<{ limit: string }>`
      select current_setting('lock_timeout') as limit`.execute(trx),
    )
    return rows[0]?.limit
  }
  expect(await limit(app.db)).toBe('5s')
  expect(await limit(jobs)).toBe('0')
})

it('a lock that takes longer than the operator lets it is no bug', async () => {
  const { as, db, recipient, destination } = await organisationWith("lock_timeout = '100ms'")
  const { id } = await buildProtocol(db, { destinationDepartmentId: destination.id, status: protocolStatus.pending })
  const client = as(recipient)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('protocols').select('id').where('id', '=', id).forUpdate().execute()
    expect(await client.post(`/api/protocols/${id}/receive`)).toMatchObject({ status: 409, body: { code: 'BUSY' } })
  })
  expect((await client.post(`/api/protocols/${id}/receive`)).status).toBe(200)
})

it('tells of several changes at once, one statement after the other', async () => {
  const { connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  const feed = openChangeFeed(connectionString, ['first', 'second'])
  onTestFinished(feed.close)
  const heard: string[] = []
  for (const channel of ['first', 'second']) feed.onChange(channel, (news) => news !== undefined && heard.push(channel))
  await expect.poll(feed.isLive).toBe(true)
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))

  for (const channel of ['first', 'second', 'first', 'second']) feed.tell(channel)
  await expect.poll(() => new Set(heard)).toEqual(new Set(['first', 'second']))
  // The driver will refuse a statement while another one is under way.
  expect(warnings).toEqual([])
})

/** In milliseconds. */
const quick = { retryAfter: 20, askEvery: 20, timeoutMs: 200 }

it('notices a database that has fallen silent, and hears of changes again when it is back', async () => {
  const { db, connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  const proxy = await databaseProxy(connectionString)
  onTestFinished(proxy.close)
  const feed = openChangeFeed(proxy.connectionString, ['changes'], quick)
  onTestFinished(feed.close)
  const heard: (string | undefined)[] = []
  feed.onChange('changes', (news) => heard.push(news))
  await expect.poll(feed.isLive).toBe(true)
  heard.length = 0

  proxy.fallSilent()
  await expect.poll(feed.isLive).toBe(false)
  // Each attempt to connect again fails, too, and is not told.
  await pass(500)
  expect(heard).toEqual([undefined])

  proxy.heal()
  await expect.poll(feed.isLive).toBe(true)
  // On a busy machine the next question may take too long, and the connection is lost once more.
  await expect
    .poll(async () => {
      await sql`select pg_notify('changes', 'here')`.execute(db)
      return heard
    })
    .toContain('here')
})

it('leaves no connections behind at a database that lets nobody listen', async () => {
  const { db, connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  // A channel without a name is refused, as every channel is by a standby.
  const feed = openChangeFeed(connectionString, [''], quick)
  onTestFinished(feed.close)
  await pass(500)
  expect(feed.isLive()).toBe(false)
  // Those that have been closed take a moment to end.
  const connections = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'malote news'`.execute(db)
    return rows.length
  }
  await expect.poll(connections).toBeLessThan(3)
})
