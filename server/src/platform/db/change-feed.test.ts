import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { databaseProxy } from '../../test/fault-proxy.ts'
import { openChangeFeed } from './change-feed.ts'

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
const quick = { retryAfter: 20, askEvery: 20, patience: 200 }

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
  await expect.poll(feed.isLive, { timeout: 5_000 }).toBe(false)
  expect(heard).toEqual([undefined])

  proxy.heal()
  await expect.poll(feed.isLive, { timeout: 5_000 }).toBe(true)
  await sql`select pg_notify('changes', 'here')`.execute(db)
  await expect.poll(() => heard.at(-1)).toBe('here')
})

it('leaves no connections behind at a database that lets nobody listen', async () => {
  const { db, connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  // A channel without a name is refused, as every channel is by a standby.
  const feed = openChangeFeed(connectionString, [''], quick)
  onTestFinished(feed.close)
  await pass(500)
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'malote news'`.execute(db)
  expect(feed.isLive()).toBe(false)
  expect(rows.length).toBeLessThan(3)
})
