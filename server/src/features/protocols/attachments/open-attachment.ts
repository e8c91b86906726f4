import type { Readable } from 'node:stream'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import type { Storage } from '../../../files/storage.ts'
import type { Actor } from '../../../lib/actor.ts'
import { visibleTo } from '../../../visibility/visible-to.ts'
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
 * @throws AppError ATTACHMENT_NOT_FOUND when the viewer may not see its protocol, or the file is missing in the storage
 */
export async function openAttachment(
  db: Db,
  storage: Storage,
  viewer: Actor,
  id: number,
  log: FastifyBaseLogger,
): Promise<OpenedAttachment> {
  // Items have copies of their protocol's departments.
  const attachment = await db
    .selectFrom('attachments')
    .innerJoin('items', 'items.id', 'attachments.itemId')
    .select(['fileName', 'contentType', 'sizeBytes', 'storageKey'])
    .where('attachments.id', '=', id)
    .where(visibleTo(viewer, 'items'))
    .executeTakeFirst()
  if (!attachment) throw new AppError('ATTACHMENT_NOT_FOUND')
  const { storageKey, ...file } = attachment
  // Before the file is opened, so that no file leaves without its event, and a failure leaves no open file behind.
  await recordDownload(db, viewer, { id, fileName: file.fileName })
  const content = await storage.read(storageKey)
  if (content) return { ...file, content }
  log.warn({ attachmentId: id, storageKey }, 'attachment is missing in the storage')
  throw new AppError('ATTACHMENT_NOT_FOUND', { message: 'O arquivo deste anexo não está mais disponível' })
}
