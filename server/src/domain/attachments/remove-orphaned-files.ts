import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../platform/db/connect.ts'
import { anyTextOf } from '../../platform/db/statements.ts'
import { installationOf } from '../../platform/files/installation.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { fromQuarantine, inQuarantine, isStorageKey, quarantineOf } from '../../platform/files/storage-key.ts'

/** Milliseconds after which a file without a row is orphaned: no upload takes that long. */
const longestUploadMs = 3_600_000

/** Milliseconds in quarantine before a file is deleted: time to notice that a row should not have been lost. */
const quarantine = 30 * 24 * 3_600_000

/** Number of keys looked up at once. */
const batchSize = 1_000

/** Numbers of files. */
export interface Sweep {
  /** Uploads that never finished, removed. */
  abandoned: number
  /** Stored files that no row needs, put into quarantine. */
  quarantined: number
  /** Files in quarantine that a row needs again, put back. */
  restored: number
  /** Files deleted after their time in quarantine. */
  deleted: number
}

/**
 * Puts away the files of this installation that crashes and lost connections left behind, and removes uploads that never
 * finished, and files that an Admin removed while the storage did not answer. Checks every month since the last completed
 * sweep, so that nothing is missed after a long downtime. Otherwise never touches files of other installations, or from
 * before installations had an identity: another database may know them.
 */
export async function removeOrphanedFiles(db: Db, storage: Storage, now: Date): Promise<Sweep> {
  const installation = await installationOf(db)
  const sweep: Sweep = { abandoned: 0, quarantined: 0, restored: 0, deleted: 0 }
  sweep.abandoned = await removeAbandoned(storage.incoming, now)
  for await (const keys of batches(storage.list(quarantineOf(installation)))) {
    const { restored, deleted } = await clearQuarantine(db, storage, keys, now)
    sweep.restored += restored
    sweep.deleted += deleted
  }
  const since = await sweptUntil(db, now)
  await removeBlackedOut(db, storage, since)
  for (const month of monthsUntil(now, since)) {
    for await (const keys of batches(storage.list(`${installation}/${month}`))) {
      const orphans = await orphansAmong(db, storage, keys.filter(isStorageKey), now)
      for (const key of orphans) await storage.move(key, inQuarantine(installation, dayOf(now), key))
      sweep.quarantined += orphans.length
    }
  }
  await db.updateTable('settings').set({ filesSweptAt: now }).execute()
  return sweep
}

/** Removes the files of an Admin's removals since then, of whatever month, if that failed: nothing of them is kept. */
async function removeBlackedOut(db: Db, storage: Storage, since = new Date(0)) {
  const rows = await db
    .selectFrom('blackOuts')
    .innerJoin('attachments', 'attachments.id', 'blackOuts.targetId')
    .select('storageKey')
    .where('kind', '=', 'attachment')
    .where('blackOuts.removedAt', '>=', since.toISOString())
    .execute()
  const keys = rows.map(({ storageKey }) => storageKey)
  const known = await knownAmong(db, keys)
  await storage.remove(keys.filter((key) => !known.has(key)))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

async function clearQuarantine(db: Db, storage: Storage, keys: readonly string[], now: Date) {
  const files = keys.flatMap((place) => {
    const origin = fromQuarantine(place)
    return origin ? [{ place, ...origin }] : []
  })
  const known = await knownAmong(
    db,
    files.map(({ key }) => key),
  )
  const missed = files.filter(({ key }) => known.has(key))
  for (const { place, key } of missed) await storage.move(place, key)
  const lastDay = dayOf(new Date(now.getTime() - quarantine))
  const expired = files.filter(({ key, day }) => !known.has(key) && day < lastDay)
  await storage.remove(expired.map(({ place }) => place))
  return { restored: missed.length, deleted: expired.length }
}

/**
 * Starts before the last sweep, because files that were too young then must be checked again; a clock may have been ahead
 * then. The first sweep starts at the first protocol.
 */
async function sweptUntil(db: Db, now: Date): Promise<Date | undefined> {
  const { filesSweptAt } = await db.selectFrom('settings').select('filesSweptAt').executeTakeFirstOrThrow()
  if (filesSweptAt !== null) return new Date(Math.min(Date.parse(filesSweptAt), now.getTime()) - longestUploadMs)
  const first = await db.selectFrom('protocols').select('createdAt').orderBy('id').limit(1).executeTakeFirst()
  return first && new Date(first.createdAt)
}

/** The months (UTC, as in the keys) up to now, from the one before `first`, because clocks may differ. */
function monthsUntil(now: Date, first = now): string[] {
  const months: string[] = []
  for (let index = -1; ; index += 1) {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)).toISOString().slice(0, 7)
    if (month > now.toISOString().slice(0, 7)) return months
    months.push(month)
  }
}

async function orphansAmong(db: Db, storage: Storage, keys: readonly string[], now: Date): Promise<string[]> {
  const known = await knownAmong(db, keys)
  const orphans: string[] = []
  for (const key of keys.filter((one) => !known.has(one))) {
    const moment = await storage.lastModified(key)
    if (moment && isOld(moment, now)) orphans.push(key)
  }
  return orphans
}

/** The keys of files that a row needs. An Admin's removal leaves the row, and takes its file. */
async function knownAmong(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('storageKey')
    .where('storageKey', '=', anyTextOf(keys))
    .where('removedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ storageKey }) => storageKey))
}

async function removeAbandoned(folder: string, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || !isOld(found.mtime, now)) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

const isOld = (moment: Date, now: Date) => now.getTime() - moment.getTime() > longestUploadMs

async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
