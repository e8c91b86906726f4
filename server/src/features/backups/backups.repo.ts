import type { Db, Trx } from '../../platform/db/connect.ts'
import { lackingNames } from './backup-place.ts'

/** A stored archive. */
interface StoredArchive {
  name: string
  bytes: number
  sha256: Buffer
}

/** Ends the attempts whose process died. Only called while no backup runs. */
export const closeInterrupted = (trx: Trx, now: Date) =>
  trx
    .updateTable('backups')
    .set({ finishedAt: now, error: 'A cópia foi interrompida: o servidor parou enquanto ela era feita.' })
    .where('finishedAt', 'is', null)
    .execute()

export async function insertBackup(trx: Trx, backup: { startedAt: Date; name: string; place: string }) {
  const { id } = await trx.insertInto('backups').values(backup).returning('id').executeTakeFirstOrThrow()
  return id
}

export const renameBackup = (trx: Trx, id: number, name: string) =>
  trx.updateTable('backups').set({ name }).where('id', '=', id).execute()

export const recordVerified = (trx: Trx, id: number, stored: StoredArchive, at: Date) =>
  trx
    .updateTable('backups')
    .set({ ...stored, finishedAt: at, verifiedAt: at })
    .where('id', '=', id)
    .execute()

/**
 * Does nothing when the backup was recorded after all and only the answer was lost.
 *
 * @param error a Portuguese sentence
 */
export const recordFailed = (trx: Trx, id: number, error: string, at: Date) =>
  trx
    .updateTable('backups')
    .set({ error, finishedAt: at })
    .where('id', '=', id)
    .where('verifiedAt', 'is', null)
    .execute()

export const recordRemoved = (trx: Trx, ids: readonly number[], at: Date) =>
  trx.updateTable('backups').set({ removedAt: at }).where('id', 'in', ids).execute()

/** Instants of the database are ISO strings; these are what the rules compare. */
const instant = (value: string | Date | null) => (value === null ? null : new Date(value))

export async function lastAttempt(db: Db) {
  const row = await db
    .selectFrom('backups')
    .select(['startedAt', 'finishedAt', 'verifiedAt', 'error', 'place'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    startedAt: new Date(row.startedAt),
    finishedAt: instant(row.finishedAt),
    isVerified: row.verifiedAt !== null,
    error: row.error,
    place: row.place,
  }
}

/**
 * The newest backup whose trial restore succeeded, whether or not its file is still kept: by its number, because the
 * clock may have been set back.
 */
export async function lastVerified(db: Db) {
  const row = await db
    .selectFrom('backups')
    .select(['verifiedAt', 'startedAt', 'bytes', 'place', 'name'])
    .where('verifiedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, startedAt: new Date(row.startedAt), bytes: Number(row.bytes) }
}

/**
 * The backups in this place that are beyond the newest `keep`, and so may be deleted.
 *
 * @param which.isWhole counts those that have every attachment, or those that lack some and push out none of those
 */
export const surplusBackups = (db: Db, place: string, { keep, isWhole }: { keep: number; isWhole: boolean }) =>
  db
    .selectFrom('backups')
    .select(['id', 'name'])
    .where('place', '=', place)
    .where('verifiedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .where('name', isWhole ? 'not like' : 'like', lackingNames)
    .orderBy('id', 'desc')
    .offset(keep)
    .execute()

/** The attempts at backups in this place that have failed and may have left something there, which is no later backup. */
export const unverifiedBackups = (db: Db, place: string) =>
  db
    .selectFrom('backups')
    .select(['id', 'name'])
    .where('place', '=', place)
    .where('verifiedAt', 'is', null)
    .where('finishedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .where('name', 'not in', (made) => made.selectFrom('backups').select('name').where('verifiedAt', 'is not', null))
    .orderBy('id')
    .execute()

/** When the first person was created. */
export async function firstDay(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('users').select('createdAt').orderBy('id').limit(1).executeTakeFirst()
  return row && new Date(row.createdAt)
}
