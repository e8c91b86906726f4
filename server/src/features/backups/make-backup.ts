import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import { openSession, type Session } from '../../platform/archive/open-data.ts'
import { restoreArchive } from '../../platform/archive/restore-archive.ts'
import { writeArchive } from '../../platform/archive/write-archive.ts'
import { type Trx, withPatientDatabase } from '../../platform/db/connect.ts'
import { startEmbeddedDatabase } from '../../platform/db/embedded/start.ts'
import { digestOf } from '../../platform/files/checked-content.ts'
import { installationOf } from '../../platform/files/installation.ts'
import { openStorage } from '../../platform/files/storage.ts'
import type { Config } from '../../platform/settings/config.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type BackupPlace, backupPlace, markOf, tidyFolder } from './backup-place.ts'
import {
  closeInterrupted,
  insertBackup,
  lastAttempt,
  recordFailed,
  recordRemoved,
  recordVerified,
  renameBackup,
  surplusBackups,
  unverifiedBackups,
} from './backups.repo.ts'

/** The parts that a backup needs. */
export interface BackupParts {
  ownerConnectionString: string
  config: Config
  now: () => Date
  /** Ends the work; what was written so far is removed. */
  signal?: AbortSignal | undefined
  /** Bytes that a backup leaves free on its disk, which may be that of the database. */
  reserve?: number
  /** Opens the throw-away database of the trial restore. Default: a temporary embedded PostgreSQL. */
  openTrial?: typeof openTrialDatabase
}

const usualReserve = 256 * 1024 * 1024

/**
 * Makes the backup of the day if it is due: an archive of everything, verified by a trial restore, after which the
 * oldest ones beyond BACKUP_KEEP are deleted, counting those that lack attachments apart from the others. Only one
 * process does so at a time. A failure is stored and leaves the older backups as they are; `backupCheck` reports it.
 *
 * @throws StartupError with the sentence that is stored
 */
export async function makeBackup(parts: BackupParts): Promise<'made' | 'notDue' | 'busy' | 'off'> {
  const { config, ownerConnectionString, now } = parts
  const place = backupPlace(config)
  if (place === undefined) return 'off'
  const session = await openSession(ownerConnectionString)
  try {
    if (!(await takeTurn(session))) return 'busy'
    const isDue = isBackupDue(await lastAttempt(session.db), now(), config)
    await inTransaction(parts, (trx) => closeInterrupted(trx, now()))
    if (!isDue) return 'notDue'
    await makeOne(parts, place, session)
    return 'made'
  } finally {
    // Also gives the turn back.
    await session.end()
  }
}

async function makeOne(parts: BackupParts, place: BackupPlace, session: Session) {
  const { config, ownerConnectionString, now, signal, reserve = usualReserve, openTrial = openTrialDatabase } = parts
  const startedAt = now()
  const prefix = `malote-${(await installationOf(session.db)).slice(0, 8)}-`
  const nameWith = (missing: number) =>
    `${prefix}${stamp(startedAt)}${markOf(missing)}.tar.gz${config.BACKUP_KEY === undefined ? '' : '.enc'}`
  const name = nameWith(0)
  let file = join(place.folder, name)
  let isSent = false
  let isStored = false
  const id = await inTransaction(parts, (trx) => insertBackup(trx, { startedAt, name, place: place.name }))
  try {
    await tidyFolder(place, prefix, await unverifiedNames(session))
    const keys = { key: config.ARCHIVE_KEY, encryptionKey: config.BACKUP_KEY }
    const { missing } = await writeArchive(ownerConnectionString, openStorage(config), file, {
      ...keys,
      signal,
      reserve,
    })
    await trialRestore(file, config, await openTrial(config, await databaseBytes(session)), signal)
    const named = nameWith(missing.length)
    const target = join(place.folder, named)
    await rename(file, target)
    file = target
    const stored = { name: named, bytes: (await stat(file)).size, sha256: await digestOf(createReadStream(file)) }
    // Whoever removes what an attempt left in the place finds it by this name.
    await inTransaction(parts, (trx) => renameBackup(trx, id, named))
    isSent = true
    await place.store(named, stored.sha256, signal)
    isStored = true
    await inTransaction(parts, (trx) => recordVerified(trx, id, stored, now()))
  } catch (cause) {
    // An archive that could not be verified is no backup. One that could not be recorded is: the database may be gone.
    if (!isStored) {
      await rm(file, { force: true }).catch(() => {})
      if (isSent) await place.remove(basename(file)).catch(() => {})
    }
    const failure = sentenceOf(cause, place, signal)
    await inTransaction(parts, (trx) => recordFailed(trx, id, failure.message, now()))
    throw failure
  }
  await removeSurplus(parts, place, session)
}

/** Also removes what earlier attempts may have left in the place. */
async function removeSurplus(parts: BackupParts, place: BackupPlace, { db }: Session) {
  const surplus = (isWhole: boolean) => surplusBackups(db, place.name, { keep: parts.config.BACKUP_KEEP, isWhole })
  for (const { id, name } of [
    ...(await unverifiedBackups(db, place.name)),
    ...(await surplus(true)),
    ...(await surplus(false)),
  ]) {
    await place.remove(name)
    await inTransaction(parts, (trx) => recordRemoved(trx, [id], parts.now()))
  }
}

async function unverifiedNames({ db }: Session): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('backups').select('name').where('verifiedAt', 'is', null).execute()
  return new Set(rows.map(({ name }) => name))
}

/** On a connection of its own: the session waits for hours and may be lost meanwhile. */
const inTransaction = <Result>({ ownerConnectionString }: BackupParts, work: (trx: Trx) => Promise<Result>) =>
  withPatientDatabase(ownerConnectionString, (db) => db.transaction().execute(work))

async function takeTurn({ db }: Session): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(hashtext('backup')) as mine`.execute(db)
  return rows[0]?.mine === true
}

async function databaseBytes({ db }: Session): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return Number(rows[0]?.bytes)
}

/** `20261122T050000Z` */
const stamp = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '')

function sentenceOf(cause: unknown, { folder }: BackupPlace, signal: AbortSignal | undefined): StartupError {
  if (signal?.aborted) return new StartupError('A cópia foi interrompida: o servidor foi encerrado.', { cause })
  if (cause instanceof StartupError) return cause
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT' || (cause instanceof AppError && cause.code === 'STORAGE_FULL')) {
    return new StartupError(`Não há espaço em disco em ${folder}.`, { cause })
  }
  if (cause instanceof AppError) {
    return new StartupError('O armazenamento dos anexos não respondeu.', { cause })
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EIO'].includes(code ?? '')) {
    return new StartupError(`Não é possível gravar em ${folder} (${code}).`, { cause })
  }
  return new StartupError(`Erro inesperado: ${message}.`, { cause })
}

/** Milliseconds after a failed backup until the next attempt. */
const retryAfter = 3_600_000

/** The last attempt at a backup. */
interface LastAttempt {
  startedAt: Date
  /** null when its process died. */
  finishedAt: Date | null
  isVerified: boolean
}

type Settings = Pick<Config, 'BACKUP_AT' | 'APP_TIMEZONE'>

/**
 * Whether a backup should start: the first one at once, then one a day from BACKUP_AT on, also when the server was off
 * at that hour. A failed one is repeated after an hour, an interrupted one at once.
 */
export function isBackupDue(last: LastAttempt | undefined, now: Date, settings: Settings): boolean {
  if (last === undefined || last.finishedAt === null) return true
  // The clock was ahead then, perhaps by years, and waiting for that day would mean no backup until it comes.
  if (last.startedAt.getTime() - now.getTime() >= retryAfter) return true
  if (!last.isVerified) return now.getTime() - last.finishedAt.getTime() >= retryAfter
  return backupDay(last.startedAt, settings) < backupDay(now, settings)
}

/** The day to which a backup belongs: days begin at BACKUP_AT. */
function backupDay(moment: Date, { BACKUP_AT, APP_TIMEZONE }: Settings): CivilDate {
  const [hours = 0, minutes = 0] = BACKUP_AT.split(':').map(Number)
  return civilDateIn(new Date(moment.getTime() - (hours * 60 + minutes) * 60_000), APP_TIMEZONE)
}

/** An empty database that is thrown away afterwards. */
interface TrialDatabase {
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
async function openTrialDatabase(config: Config, databaseBytes: number): Promise<TrialDatabase> {
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
async function trialRestore(file: string, config: Config, trial: TrialDatabase, signal?: AbortSignal): Promise<void> {
  try {
    signal?.throwIfAborted()
    const keys = { key: config.ARCHIVE_KEY, encryptionKey: config.BACKUP_KEY, signal }
    await restoreArchive(trial.ownerConnectionString, undefined, file, keys)
  } finally {
    await trial.stop()
  }
}
