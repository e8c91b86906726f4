import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { startEmbeddedDatabase } from '../db/embedded/start.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { databaseAt, templateName } from './database-names.ts'
import { onServer } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string whose user may create databases. */
    testServer: string
    /** Folder for the tests' files. */
    testFolder: string
  }
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template database that every test file clones, and creates
 * one folder for all files.
 */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'malote-test-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const server = await openServer(folder)
  await createTemplate(server.connectionString)
  project.provide('testServer', server.connectionString)
  project.provide('testFolder', files)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function openServer(dataDir: string) {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return { connectionString: TEST_DATABASE_URL, stop: async () => {} }
  const onLost = (error: unknown) => console.error(error)
  return startEmbeddedDatabase({ dataDir, log: console.error, onLost, durable: false })
}

async function createTemplate(server: string) {
  await onServer(server, `drop database if exists ${templateName}`)
  await onServer(server, `create database ${templateName}`)

  const template = connect(databaseAt(server, templateName), { poolSize: 1 })
  await migrateToLatest(template)
  await template.destroy()
}
