import { mkdtempSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { startEmbeddedDatabase } from '../db/embedded/start.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { databaseAt, templateName } from './database-names.ts'
import { onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database whose user may create others. */
    testServer: string
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export async function setup(project: TestProject) {
  const server = await openServer()
  await createTemplate(server.connectionString)
  project.provide('testServer', server.connectionString)
  return server.stop
}

async function openServer() {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { connectionString: TEST_DATABASE_URL, stop: async () => {} }

  const dataDir = mkdtempSync('/tmp/malote-test-')
  const onLost = (error: unknown) => console.error(error)
  const database = await startEmbeddedDatabase({ dataDir, log: console.error, onLost, durable: false })
  return {
    connectionString: database.connectionString,
    async stop() {
      await database.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function createTemplate(server: string) {
  await onServer(server, `drop database if exists ${templateName}`)
  await onServer(server, `create database ${templateName}`)

  const template = connect(databaseAt(server, templateName), { poolSize: 1 })
  await migrateToLatest(template)
  await template.destroy()
}
