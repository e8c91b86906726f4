import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import { connect, type Db } from '../platform/db/connect.ts'
import { cloneTemplate, databaseAt, dropDatabase } from './on-server.ts'
import { leaveUnwatched } from './watch-transactions.ts'

export interface TestDatabase {
  /** As the owner: tests may do what the server may not. */
  db: Db
  connectionString: string
  /** As the role that the server works as. */
  serverDb: Db
  serverConnectionString: string
  /** Closes the connections of `db` and removes the database. */
  drop(): Promise<void>
}

/** A new migrated, empty database; takes about 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await cloneTemplate(server, name)

  const connectionString = databaseAt(server, name)
  const serverConnectionString = databaseAt(inject('testServerRole'), name)
  // Some tests ask for many connections at once.
  const patient = { connectionTimeout: 120_000 }
  const db = leaveUnwatched(connect(connectionString, { ...patient, statementTimeout: 240_000 }))
  const serverDb = connect(serverConnectionString, patient)
  return {
    db,
    connectionString,
    serverDb,
    serverConnectionString,
    async drop() {
      await Promise.all([db.destroy(), serverDb.destroy()])
      await dropDatabase(server, name)
    },
  }
}

/** Waits until so many sessions of the database wait for a lock. */
export const untilWaiting = (db: Db, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length
    })
    .toBe(count)
