import { historyAction } from '@malote/core/history/history-entry.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../db/connect.ts'
import { blackOutDownloads } from '../audit/public.ts'
import { blackOutAttachment, itemLabel, lockProtocolOfItem, quotesFile } from '../protocols/public.ts'
import type { RemovalTarget } from './removal-target.ts'

/** @throws AppError ATTACHMENT_NOT_FOUND */
export async function findAttachment(trx: Trx, viewer: Viewer, id: number): Promise<RemovalTarget> {
  const place = await trx.selectFrom('attachments').select('itemId').where('id', '=', id).executeTakeFirst()
  if (!place) throw new AppError('ATTACHMENT_NOT_FOUND')
  const { protocol, item } = await lockProtocolOfItem(trx, place.itemId, viewer)
  // Read again under the protocol's lock, and locked, so that no download is recorded with its name meanwhile.
  const { fileName, storageKey } = await trx
    .selectFrom('attachments')
    .select(['fileName', 'storageKey'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return {
    protocol,
    ...{ kind: 'attachment', id, itemId: item.id, subjectKind: 'attachment', text: fileName, storageKey },
    words: `um anexo do ${itemLabel(item)}`,
    isQuotedBy: ({ action, description }) =>
      action === historyAction.protocolEdited && quotesFile(description, fileName),
    remove: async (transaction, at) => {
      await blackOutAttachment(transaction, id, at)
      await blackOutDownloads(transaction, id)
    },
  }
}
