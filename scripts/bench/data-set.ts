import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chainWholeHistory } from '../../server/src/platform/db/chain/chain-history.ts'
import { withPatientDatabase } from '../../server/src/platform/db/connect.ts'
import { startEmbeddedDatabase } from '../../server/src/platform/db/embedded/start.ts'
import { findBrokenInvariants } from '../../server/src/platform/db/invariants.ts'
import { migrateToLatest } from '../../server/src/platform/db/migrate.ts'
import { databaseAt, onServer } from '../../server/src/test/on-server.ts'
import { type DataSetSize, generate } from './generate.ts'

/** Increase it when the same size and seed generate other rows. */
const generation = 4

/** Connection strings of a copy: of its owner, and of the role that the product works as. */
export interface Copy {
  owner: string
  server: string
}

/** A generated database that is never written to, and copies of it to work on. */
export interface DataSet {
  /** Creates a copy with the product's own settings; `close` drops it. */
  copy: (name: string) => Promise<Copy>
  /** Recomputes every derived number of the data set itself; returns a sentence for each wrong one. */
  verify: () => Promise<string[]>
  close: () => Promise<void>
}

/**
 * Opens the data set of a size, and generates it if it does not exist. It stays below `folder` for the next run; newer
 * migrations are applied to it, as to any database.
 *
 * @param isInPlace works on the data set itself where there is no room for a copy; the next run generates it again
 */
export async function openDataSet(
  folder: string,
  size: DataSetSize,
  log: (line: string) => void,
  isInPlace = false,
): Promise<DataSet> {
  const dataDir = resolve(folder, `${size.protocols}`)
  const marker = join(dataDir, 'bench.json')
  const wanted = JSON.stringify({ ...size, generation })
  const isThere = existsSync(marker) && readFileSync(marker, 'utf8') === wanted
  if (!isThere) rmSync(dataDir, { recursive: true, force: true })

  const database = await startEmbeddedDatabase({ dataDir, log, onLost: fail })
  const { ownerConnectionString: connectionString } = database
  // A database cannot be copied while we are connected to it.
  const maintenance = databaseAt(connectionString, 'postgres')
  try {
    if (isThere) {
      await withPatientDatabase(connectionString, async (db) => {
        await migrateToLatest(db)
        await chainWholeHistory(db)
      })
      // Leaves the tables as autovacuum would after a migration has filled them.
      await onServer(connectionString, 'vacuum (analyze)')
    } else {
      log(`making ${size.protocols.toLocaleString('en')} protocols in ${dataDir}`)
      await generate(connectionString, size, log)
      const [broken] = await Promise.all([
        withPatientDatabase(connectionString, findBrokenInvariants),
        withPatientDatabase(connectionString, chainWholeHistory),
      ])
      ensureTrue(broken)
      writeFileSync(marker, wanted)
    }
  } catch (error) {
    await database.stop()
    throw error
  }

  const copies: string[] = []
  // Without FORCE: it would try to end an autovacuum in that database, which our account is not allowed to do.
  const drop = (name: string) => onServer(maintenance, `drop database if exists ${name}`)
  return {
    async copy(name) {
      if (isInPlace) {
        rmSync(marker, { force: true })
        return { owner: connectionString, server: database.connectionString }
      }
      copies.push(name)
      await drop(name)
      await onServer(maintenance, `create database ${name} template malote strategy file_copy`)
      return { owner: databaseAt(connectionString, name), server: databaseAt(database.connectionString, name) }
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
