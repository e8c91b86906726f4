import { historyAction } from '@malote/core/history/history-entry.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { blackOutAttachment } from '../../domain/attachments/attachments.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutDownloads } from '../audit/public.ts'
import { quotesFile } from '../protocols/public.ts'
import type { RemovalTarget } from './removal-target.ts'

/** @throws AppError ATTACHMENT_NOT_FOUND */
export async function findAttachment(trx: Trx, viewer: Viewer, id: number): Promise<RemovalTarget> {
  const place = await trx.selectFrom('attachments').select('itemId').where('id', '=', id).executeTakeFirst()
  if (!place) throw new AppError('ATTACHMENT_NOT_FOUND')
  const { protocol, item } = await lockProtocolOfItem(trx, place.itemId, viewer)
  const { fileName, storageKey, isShared } = await lockFile(trx, id)
  return {
    protocol,
    ...{ kind: 'attachment', id, itemId: item.id, subjectKind: 'attachment', text: fileName },
    ...(!isShared && { storageKey }),
    words: `um anexo do ${itemLabel(item)}`,
    isQuotedBy: ({ action, description }) =>
      action === historyAction.protocolEdited && quotesFile(description, fileName),
    remove: async (transaction, at) => {
      await blackOutAttachment(transaction, id, at)
      await blackOutDownloads(transaction, id)
    },
  }
}

/**
 * Reads the attachment under the protocol's lock, and locks it, so that no download is recorded with its name meanwhile.
 * Also locks the other attachments of the stored file, in order: of two removals at once, the second deletes the file.
 */
async function lockFile(trx: Trx, id: number) {
  const rows = await trx
    .selectFrom('attachments')
    .select(['id', 'fileName', 'storageKey', 'removedAt'])
    .where('storageKey', '=', trx.selectFrom('attachments').select('storageKey').where('id', '=', id))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const own = rows.find((row) => row.id === id)
  if (!own) throw new AppError('ATTACHMENT_NOT_FOUND')
  return { ...own, isShared: rows.some((row) => row.id !== id && row.removedAt === null) }
}
