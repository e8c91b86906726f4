import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../platform/db/connect.ts'
import { serverRole } from '../platform/db/embedded/cluster.ts'
import { startEmbeddedDatabase } from '../platform/db/embedded/start.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { limitServerRole } from '../platform/db/server-role.ts'
import { databaseAt, onServer, templateName } from './on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the owner of all databases, who may create them. */
    testServer: string
    /** Connection string of the role that the server works as; the same when the operator's server has one role. */
    testServerRole: string
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
  await createTemplate(server)
  project.provide('testServer', server.ownerConnectionString)
  project.provide('testServerRole', server.connectionString)
  project.provide('testFolder', files)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function openServer(dataDir: string) {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) {
    return { connectionString: TEST_DATABASE_URL, ownerConnectionString: TEST_DATABASE_URL, stop: async () => {} }
  }
  const onLost = (error: unknown) => console.error(error)
  return startEmbeddedDatabase({ dataDir, log: console.error, onLost, durable: false })
}

type Server = Awaited<ReturnType<typeof openServer>>

async function createTemplate({ ownerConnectionString: owner, connectionString }: Server) {
  await onServer(owner, `drop database if exists ${templateName}`)
  await onServer(owner, `create database ${templateName}`)

  const template = connect(databaseAt(owner, templateName), { poolSize: 1 })
  await migrateToLatest(template)
  if (connectionString !== owner) await limitServerRole(template, serverRole)
  await template.destroy()
}
