import { removedFileName } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isOutcomeUnknown } from '../../platform/db/failures.ts'
import { installationOf } from '../../platform/files/installation.ts'
import type { ReceivedFile } from '../../platform/files/receive-file.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { newStorageKey } from '../../platform/files/storage-key.ts'

/** A received file that is now in the storage. */
export interface KeptFile extends ReceivedFile {
  storageKey: string
}

/**
 * Moves the files into the storage, then runs `work`: one transaction, which writes their rows. Removes the files again
 * if `work` certainly wrote nothing. Keeps them if the outcome is unknown: every row needs its file, and a file without
 * a row is swept later.
 */
export async function withKeptFiles<Result>(
  db: Db,
  storage: Storage,
  files: readonly ReceivedFile[],
  now: Date,
  work: (kept: readonly KeptFile[]) => Promise<Result>,
): Promise<Result> {
  if (files.length === 0) return work([])
  const installation = await installationOf(db)
  const kept = files.map((file) => ({ ...file, storageKey: newStorageKey(installation, now) }))
  try {
    for (const { path, storageKey, contentType } of kept) await storage.keep(path, storageKey, contentType)
    return await work(kept)
  } catch (error) {
    // A failed removal must not hide the original error.
    if (!isOutcomeUnknown(error)) await removeKept(storage, kept)
    throw error
  }
}

/** Removes files that certainly got no row. What cannot be removed now is swept later. */
export const removeKept = (storage: Storage, files: readonly KeptFile[]) =>
  storage.remove(files.map(({ storageKey }) => storageKey)).catch(() => {})

/**
 * @param itemIds      the item ids by form position, to which the files refer
 * @param occurrenceId the occurrence that the files show, if any
 * @returns the ids of the attachments
 */
export async function insertAttachments(
  trx: Trx,
  files: readonly KeptFile[],
  itemIds: readonly number[],
  by: number,
  at: Date,
  occurrenceId: number | null = null,
): Promise<number[]> {
  const rows = files.flatMap(({ index, fileName, storageKey, contentType, sizeBytes, sha256, scanSkipped }) => {
    const itemId = itemIds[index]
    return itemId === undefined
      ? []
      : [
          {
            ...{ itemId, occurrenceId, fileName, storageKey, contentType, sizeBytes, sha256, scanSkipped },
            uploadedBy: by,
            createdAt: at,
          },
        ]
  })
  if (rows.length === 0) return []
  const inserted = await trx.insertInto('attachments').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

/**
 * Gives items the files of others, except removed ones and photos of occurrences. The stored files are shared, not
 * copied: each is deleted with its last row.
 *
 * @param from item ids, whose protocol is locked
 * @param to   the ids of the items that get their files, in the same order
 */
export const shareAttachments = (trx: Trx, from: readonly number[], to: readonly number[]) =>
  sql`
    insert into attachments (
      item_id, file_name, storage_key, content_type, size_bytes, sha256, scan_skipped, uploaded_by, created_at
    )
    select items.new, a.file_name, a.storage_key, a.content_type, a.size_bytes, a.sha256, a.scan_skipped, a.uploaded_by,
      a.created_at
    from unnest(${from}::int[], ${to}::int[]) items (old, new)
    join attachments a on a.item_id = items.old
    where a.removed_at is null and a.occurrence_id is null
    order by a.id`.execute(trx)

/** Removes everything that a row says about its file. The caller removes the file itself, after the transaction. */
export const blackOutAttachment = (trx: Trx, id: number, at: Date) =>
  trx
    .updateTable('attachments')
    .set({ fileName: removedFileName, sha256: Buffer.alloc(32), sizeBytes: 0, removedAt: at })
    .where('id', '=', id)
    .execute()
