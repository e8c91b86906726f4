import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { withPatientDatabase } from '../../server/src/db/connect.ts'
import { startEmbeddedDatabase } from '../../server/src/db/embedded/start.ts'
import { findBrokenInvariants } from '../../server/src/db/invariants.ts'
import { migrateToLatest } from '../../server/src/db/migrate.ts'
import { databaseAt } from '../../server/src/test/database-names.ts'
import { onServer } from '../../server/src/test/on-server.ts'
import { type DataSetSize, generate } from './generate.ts'

/** Raised when other rows come out of the same size and seed. */
const generation = 2

/** A database full of protocols that nobody writes to, and copies of it to work on. */
export interface DataSet {
  /** A fresh copy, under the product's own settings. It goes with `close`. */
  copy: (name: string) => Promise<string>
  /** Recomputes every derived number of the data set itself; a sentence for each that is wrong. */
  verify: () => Promise<string[]>
  close: () => Promise<void>
}

/**
 * Opens the data set of a size, making it when there is none. It stays below `folder` for the next time; migrations that
 * came since are applied to it, as they are to everybody's data.
 */
export async function openDataSet(folder: string, size: DataSetSize, log: (line: string) => void): Promise<DataSet> {
  const dataDir = resolve(folder, `${size.protocols}`)
  const marker = join(dataDir, 'bench.json')
  const wanted = JSON.stringify({ ...size, generation })
  const isThere = existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  if (!isThere) rmSync(dataDir, { recursive: true, force: true })

  const database = await startEmbeddedDatabase({ dataDir, log, onLost: fail })
  const { connectionString } = database
  // One cannot copy the database that one is connected to.
  const maintenance = databaseAt(connectionString, 'postgres')
  try {
    if (isThere) {
      await withPatientDatabase(connectionString, migrateToLatest)
      // As autovacuum leaves what a migration has filled.
      await onServer(connectionString, 'vacuum (analyze)')
    } else {
      log(`making ${size.protocols.toLocaleString('en')} protocols in ${dataDir}`)
      await generate(connectionString, size, log)
      ensureTrue(await withPatientDatabase(connectionString, findBrokenInvariants))
      writeFileSync(marker, wanted)
    }
  } catch (error) {
    await database.stop()
    throw error
  }

  const copies: string[] = []
  // Without FORCE, which would end a vacuum that PostgreSQL has begun there by itself, and may not.
  const drop = (name: string) => onServer(maintenance, `drop database if exists ${name}`)
  return {
    async copy(name) {
      copies.push(name)
      await drop(name)
      await onServer(maintenance, `create database ${name} template malote strategy file_copy`)
      return databaseAt(connectionString, name)
    },
    verify: () => withPatientDatabase(connectionString, findBrokenInvariants),
    async close() {
      for (const name of copies) await drop(name)
      await database.stop()
    },
  }
}

function ensureTrue(broken: string[]) {
  if (broken.length > 0) throw new Error(`the derived rows are not what the facts say:\n${broken.join('\n')}`)
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}
