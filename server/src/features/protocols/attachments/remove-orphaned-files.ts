import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { anyTextOf } from '../../../db/any-of.ts'
import type { Db } from '../../../db/connect.ts'
import type { Storage } from '../../../files/storage.ts'

/** Milliseconds after which a file without a row is orphaned: no upload takes that long. */
const patience = 3_600_000

/** Number of keys looked up at once. */
const batchSize = 1_000

/** The keys that `newKey` makes. Other objects in the bucket are not ours. */
const ourKey = /^\d{4}-\d{2}\/[0-9a-f]{40}$/

/**
 * Removes files that crashes and lost connections left behind: stored files without a row, and uploads that never
 * finished. Checks every month since the last completed sweep, so that nothing is missed after a long downtime.
 *
 * @returns the number of removed files
 */
export async function removeOrphanedFiles(db: Db, storage: Storage, now: Date): Promise<number> {
  let removed = await removeAbandoned(storage.incoming, now)
  for (const month of monthsUntil(now, await sweptUntil(db))) {
    for await (const keys of batches(storage.list(month))) {
      const ours = keys.filter((key) => ourKey.test(key))
      removed += await removeUnknown(db, storage, ours, now)
    }
  }
  await db.updateTable('settings').set({ filesSweptAt: now }).execute()
  return removed
}

/**
 * Starts before the last sweep, because files that were too young then must be checked again. The first sweep starts at
 * the first protocol.
 */
async function sweptUntil(db: Db): Promise<Date | undefined> {
  const { filesSweptAt } = await db.selectFrom('settings').select('filesSweptAt').executeTakeFirstOrThrow()
  if (filesSweptAt !== null) return new Date(new Date(filesSweptAt).getTime() - patience)
  const first = await db.selectFrom('protocols').select('createdAt').orderBy('id').limit(1).executeTakeFirst()
  return first && new Date(first.createdAt)
}

/** The months (UTC, as in the keys) up to now, from the one before `since`, because clocks may differ. */
function monthsUntil(now: Date, since = now): string[] {
  const months: string[] = []
  const first = new Date(Math.min(since.getTime(), now.getTime()))
  for (let index = -1; ; index += 1) {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)).toISOString().slice(0, 7)
    if (month > now.toISOString().slice(0, 7)) return months
    months.push(month)
  }
}

async function removeUnknown(db: Db, storage: Storage, keys: readonly string[], now: Date): Promise<number> {
  const rows = await db
    .selectFrom('attachments')
    .select('storageKey')
    .where('storageKey', '=', anyTextOf(keys))
    .execute()
  const known = new Set(rows.map(({ storageKey }) => storageKey))
  const orphans: string[] = []
  for (const key of keys.filter((one) => !known.has(one))) {
    const moment = await storage.lastModified(key)
    if (moment && isOld(moment, now)) orphans.push(key)
  }
  await storage.remove(orphans)
  return orphans.length
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

const isOld = (moment: Date, now: Date) => now.getTime() - moment.getTime() > patience

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
