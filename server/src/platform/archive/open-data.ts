import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findRunningDatabase } from '../db/embedded/running.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../startup-error.ts'

/** A database for tools, which connect as its owner. */
export type OwnedData = Pick<OpenDatabase, 'ownerConnectionString' | 'stop'>

/**
 * The database with existing data: that of `DATABASE_URL`, that of a running Malote, or our embedded one.
 *
 * @throws StartupError when no data exist yet
 */
export async function openData(config: Config, onLost: (error: unknown) => void): Promise<OwnedData> {
  if (config.DATABASE_URL !== undefined) return openDatabase(config, onLost)
  const folder = resolve(config.DATA_DIR)
  if (!existsSync(join(folder, 'database'))) throw new StartupError(`Não há dados em ${folder}.`)
  const ownerConnectionString = await findRunningDatabase(folder)
  return ownerConnectionString === undefined
    ? openDatabase(config, onLost)
    : { ownerConnectionString, stop: async () => {} }
}
