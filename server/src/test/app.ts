import type { Viewer } from '@malote/core/users/viewer.ts'
import { expect } from 'vitest'
import { type AppParts, buildApp } from '../app/app.ts'
import type { ChangeFeed } from '../platform/db/change-feed.ts'
import type { Db } from '../platform/db/connect.ts'
import { newToken, tokenHash } from '../platform/http/auth.ts'
import type { App } from '../platform/http/fastify.ts'
import type { Config } from '../platform/settings/config.ts'
import { type Client, clientOf } from './client.ts'
import { testConfig } from './config.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface TestAppOptions {
  /** The time at which the app's clock stands still. Default: the wall clock. */
  now?: Date | string
  config?: Partial<Config>
  /** True for a database that no other test uses. By default, the tests of a file share one. */
  ownDatabase?: boolean
  /** True for another server beside the first. By default, the tests of a file with the same clock and settings share one. */
  ownApp?: boolean
  /** Notifications of changed sessions and people; without them, every request queries the database. */
  changes?: (connectionString: string) => ChangeFeed
  /** The database for the app, for example through a proxy. Default: the test's own `db`. */
  appDatabase?: (connectionString: string) => Db | Promise<Db>
}

export interface TestClock {
  now: () => Date
  /** undefined: goes with the wall clock again */
  set: (moment: Date | string | undefined) => void
  /** @param ms milliseconds */
  advance: (ms: number) => void
}

export interface TestApp {
  /** The real app, with a client per person: `app.as(user).get('/api/protocols')`. */
  app: App & { as: (user: Pick<Viewer, 'id'>) => Client }
  /** As the owner of the database; the app itself works as the server's role. */
  db: Db
  connectionString: string
  serverConnectionString: string
  clock: TestClock
  /** Sends requests as that person. The session starts with the first request. */
  as: (user: Pick<Viewer, 'id'>) => Client
  /** The bearer token of a new session of that person, for requests without a client. */
  tokenOf: (user: Pick<Viewer, 'id'>) => Promise<string>
  /** Sends requests without a session. */
  anonymous: Client
  /** Sends requests with exactly this bearer token, for example from a login response. */
  withToken: (token: string) => Client
  /** Returns and clears the error-level log lines, for tests that expect a 5xx. Lines that remain fail the test. */
  takeErrorLogs: () => string[]
}

const opened: { app: App; errorLogs: string[] }[] = []
const databases: TestDatabase[] = []
let shared: Promise<TestDatabase> | undefined
const sharedApps = new Map<string, Promise<TestApp>>()

/** The whole app on a real, migrated PostgreSQL; closed after the last test of the file. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { now, config, ownDatabase, ownApp, changes, appDatabase } = options
  if (ownDatabase || ownApp || changes || appDatabase) return openApp(options)
  // Building one takes as long as several requests.
  const kind = JSON.stringify([now, config])
  const app = await getOrAdd(sharedApps, kind, () => openApp(options))
  app.clock.set(now)
  return app
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

async function openApp({
  now,
  config,
  ownDatabase = false,
  changes: openChanges,
  appDatabase,
}: TestAppOptions): Promise<TestApp> {
  if (!ownDatabase) shared ??= openDatabase()
  const database = await (ownDatabase || !shared ? openDatabase() : shared)
  const { db, serverDb, connectionString, serverConnectionString } = database
  const clock = testClock()
  clock.set(now)
  const changes = openChanges?.(serverConnectionString)
  const { app, lines: errorLogs } = await loggedApp(
    {
      db: appDatabase ? await appDatabase(serverConnectionString) : serverDb,
      ...(changes && { changes }),
      config: testConfig(config),
      now: clock.now,
    },
    'error',
  )
  if (changes) app.addHook('onClose', changes.close)

  const tokenOf = (user: Pick<Viewer, 'id'>) => openSession(db, user.id, clock.now())
  const as = (user: Pick<Viewer, 'id'>) => {
    let token: Promise<string> | undefined
    return clientOf(app, () => {
      token ??= tokenOf(user)
      return token
    })
  }
  return {
    app: Object.assign(app, { as }),
    db,
    connectionString,
    serverConnectionString,
    clock,
    as,
    tokenOf,
    anonymous: clientOf(app),
    withToken: (token) => clientOf(app, async () => token),
    takeErrorLogs: () => errorLogs.splice(0),
  }
}

/**
 * Another server whose log lines from `level` on can be read; closed after the last test of the file. It never refuses a
 * request because the machine is busy.
 */
export async function loggedApp({ config = testConfig(), ...parts }: Partial<AppParts> & { db: Db }, level = 'warn') {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  // Registering the files of the web app takes longer than everything else; `web.test.ts` tests how they are served.
  const patience = { longestDelayMs: 0, longestWorkMs: 240_000 }
  const app = await buildApp({ ...patience, webRoot: '', logger: { level, stream }, config, ...parts })
  opened.push({ app, errorLogs: level === 'error' ? lines : [] })
  return { app, lines }
}

/** Runs after each test: fails it if the app has logged an unexpected error. */
export function expectNoErrorLogs() {
  for (const { errorLogs } of opened) expect(errorLogs.splice(0), 'unexpected error-level log').toEqual([])
}

/** Runs after each file, so that the next one starts empty. */
export async function closeApps() {
  shared = undefined
  sharedApps.clear()
  for (const { app } of opened.splice(0)) await app.close()
  for (const { drop } of databases.splice(0)) await drop()
}

async function openDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  databases.push(database)
  return database
}

function testClock(): TestClock {
  let standing: Date | undefined
  const now = () => new Date(standing ?? Date.now())
  return {
    now,
    set: (moment) => {
      standing = moment === undefined ? undefined : new Date(moment)
    },
    advance: (ms) => {
      standing = new Date(now().getTime() + ms)
    },
  }
}

const days = 24 * 3_600_000

// Inserted directly: a login costs an argon2 verification, and most tests are not about it.
async function openSession(db: Db, userId: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      userId,
      tokenHash: tokenHash(token),
      remember: true,
      createdAt: now,
      lastSeenAt: now,
      provedAt: now,
      expiresAt: new Date(now.getTime() + 30 * days),
    })
    .execute()
  return token
}
