import type { Db } from '../../platform/db/connect.ts'
import { lackingNames } from './backup-name.ts'

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

/** When the first person was created. */
export async function firstDay(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('users').select('createdAt').orderBy('id').limit(1).executeTakeFirst()
  return row && new Date(row.createdAt)
}
