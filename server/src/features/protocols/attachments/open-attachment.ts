import type { Readable } from 'node:stream'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/connect.ts'
import type { Storage } from '../../../files/storage.ts'
import { visibleTo } from '../../../visibility/visible-to.ts'

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
  viewer: Viewer,
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
  const content = await storage.read(storageKey)
  if (content) return { ...file, content }
  log.warn({ attachmentId: id, storageKey }, 'attachment is missing in the storage')
  throw new AppError('ATTACHMENT_NOT_FOUND', { message: 'O arquivo deste anexo não está mais disponível' })
}
