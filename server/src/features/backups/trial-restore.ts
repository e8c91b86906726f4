import { mkdir, rm, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { restoreArchive } from '../../platform/archive/restore-archive.ts'
import { startEmbeddedDatabase } from '../../platform/db/embedded/start.ts'
import type { Config } from '../../platform/settings/config.ts'
import { StartupError } from '../../platform/startup-error.ts'

/** An empty database that is thrown away afterwards. */
export interface TrialDatabase {
  ownerConnectionString: string
  stop: () => Promise<void>
}

/** What a trial needs besides the size of the database, in bytes: log of the temporary PostgreSQL, sorting. */
const reserve = 1024 * 1024 * 1024

/**
 * Opens a temporary embedded PostgreSQL below DATA_DIR. The database of the server is not involved in a trial: a
 * transaction of minutes there would hold back its vacuum, its chain of the history, and its replicas.
 *
 * @param databaseBytes size of the archived database
 * @throws StartupError when the disk has no space for it
 */
export async function openTrialDatabase(config: Config, databaseBytes: number): Promise<TrialDatabase> {
  const folder = resolve(config.DATA_DIR)
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < databaseBytes + reserve) {
    const needed = Math.ceil((databaseBytes + reserve) / 1024 ** 3)
    throw new StartupError(`Não há espaço em ${folder} para a restauração de teste: ela precisa de ${needed} GB.`)
  }
  const dataDir = join(folder, 'backup-trial')
  const open = () =>
    startEmbeddedDatabase({ dataDir, runAs: config.RUN_AS, log: () => {}, onLost: () => {}, durable: false })
  // A killed process may have left its PostgreSQL running: it is adopted, and stopped.
  const isLeft = await statfs(join(dataDir, 'database')).catch(() => undefined)
  if (isLeft !== undefined) await (await open()).stop()
  const remove = () => rm(dataDir, { recursive: true, force: true })
  await remove()
  const database = await open()
  return {
    ownerConnectionString: database.ownerConnectionString,
    stop: () => database.stop().finally(remove),
  }
}

/**
 * Restores an archive with every check of a real restore, and throws the result away. Attachments are checked and not
 * stored.
 *
 * @throws StartupError when the archive cannot be restored
 */
export async function trialRestore(
  file: string,
  config: Config,
  trial: TrialDatabase,
  signal?: AbortSignal,
): Promise<void> {
  try {
    signal?.throwIfAborted()
    const keys = { key: config.ARCHIVE_KEY, encryptionKey: config.BACKUP_KEY, signal }
    await restoreArchive(trial.ownerConnectionString, undefined, file, keys)
  } finally {
    await trial.stop()
  }
}
