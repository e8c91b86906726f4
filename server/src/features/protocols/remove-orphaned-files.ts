import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { anyTextOf } from '../../db/any-of.ts'
import type { Db } from '../../db/connect.ts'
import type { Storage } from '../../files/storage.ts'

/** Milliseconds after which what has no row will not get one any more: no upload takes that long. */
const patience = 3_600_000

/** Keys that are looked up at once. */
const batchSize = 1_000

/**
 * Removes what a crash left: files that were kept but whose row was never written, and forms that were being received.
 * Looks at this month and the one before; run daily, nothing older is left.
 *
 * @returns how many files it removed
 */
export async function removeOrphanedFiles(db: Db, storage: Storage, now: Date): Promise<number> {
  let removed = await removeAbandoned(storage.incoming, now)
  for (const month of [monthOf(now), monthBefore(now)]) {
    for await (const keys of batches(storage.list(month))) removed += await removeUnknown(db, storage, keys, now)
  }
  return removed
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7)
const monthBefore = (date: Date) => monthOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0)))

async function removeUnknown(db: Db, storage: Storage, keys: readonly string[], now: Date): Promise<number> {
  const rows = await db
    .selectFrom('attachments')
    .select('storageKey')
    .where('storageKey', '=', anyTextOf(keys))
    .execute()
  const known = new Set(rows.map(({ storageKey }) => storageKey))
  const orphans: string[] = []
  for (const key of keys.filter((one) => !known.has(one))) {
    if (isOld(await storage.lastModified(key), now)) orphans.push(key)
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
