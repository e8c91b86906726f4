import type { Readable } from 'node:stream'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { visibleTo } from '../../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ChangedContent, checkedContent } from '../../../platform/files/checked-content.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { recordDownload } from '../../audit/public.ts'

/** A file that the viewer may download. */
export interface OpenedAttachment {
  fileName: string
  /** Detected from the content, not what the sender declared. */
  contentType: string
  sizeBytes: number
  content: Readable
}

/**
 * @throws AppError ATTACHMENT_NOT_FOUND when the viewer may not see its protocol, or the file is missing in the storage or
 * differs from its checksum; ATTACHMENT_REMOVED when an Admin has removed it. A large file that differs fails while it is
 * read.
 */
export async function openAttachment(
  db: Db,
  storage: Storage,
  viewer: Actor,
  id: number,
  log: FastifyBaseLogger,
): Promise<OpenedAttachment> {
  const { storageKey, sha256, ...file } = await db.transaction().execute(async (trx) => {
    const found = await lockFile(trx, viewer, id)
    // Before the file is opened, so that no file leaves without its event, and a failure leaves no open file behind.
    await recordDownload(trx, viewer, { id, fileName: found.fileName })
    return found
  })
  const checked = (content: Readable) =>
    checkedContent(content, sha256, () => log.error({ attachmentId: id, storageKey }, 'attachment was changed')).catch(
      (cause) => {
        if (!(cause instanceof ChangedContent)) throw new AppError('UNAVAILABLE', { cause })
        throw new AppError('ATTACHMENT_NOT_FOUND', { message: 'O arquivo deste anexo está danificado', cause })
      },
    )
  const content = await storage.read(storageKey)
  if (content) return { ...file, content: await checked(content) }
  await db.transaction().execute((trx) => lockFile(trx, viewer, id))
  log.warn({ attachmentId: id, storageKey }, 'attachment is missing in the storage')
  throw new AppError('ATTACHMENT_NOT_FOUND', { message: 'O arquivo deste anexo não está mais disponível' })
}

/** Locked, so that its removal waits until the audit has the event, and then removes the name from there, too. */
async function lockFile(trx: Trx, viewer: Actor, id: number) {
  const attachment = await trx
    .selectFrom('attachments')
    .innerJoin('items', 'items.id', 'attachments.itemId')
    .select(['fileName', 'contentType', 'sizeBytes', 'sha256', 'storageKey', 'removedAt'])
    .where('attachments.id', '=', id)
    // Items have copies of their protocol's departments.
    .where(visibleTo(viewer, 'items'))
    .forShare('attachments')
    .executeTakeFirst()
  if (!attachment) throw new AppError('ATTACHMENT_NOT_FOUND')
  const { removedAt, ...file } = attachment
  if (removedAt !== null) throw new AppError('ATTACHMENT_REMOVED')
  return file
}
