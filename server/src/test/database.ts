import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Db } from '../db/connect.ts'
import { databaseAt, templateName } from './database-names.ts'

export interface TestDatabase {
  db: Db
  connectionString: string
  /** Closes the connections of `db` and removes the database. */
  drop(): Promise<void>
}

/** A migrated, empty database of its own, in some 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${templateName}`)

  const connectionString = databaseAt(server, name)
  const db = connect(connectionString, { poolSize: 5 })
  return {
    db,
    connectionString,
    async drop() {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
