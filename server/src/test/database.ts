import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Db } from '../db/connect.ts'
import { databaseAt, templateName } from './database-names.ts'
import { onServer } from './on-server.ts'

export interface TestDatabase {
  db: Db
  connectionString: string
  /** Closes the connections of `db` and removes the database. */
  drop(): Promise<void>
}

/** A new migrated, empty database; takes about 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${templateName}`)

  const connectionString = databaseAt(server, name)
  const db = connect(connectionString)
  return {
    db,
    connectionString,
    async drop() {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}
