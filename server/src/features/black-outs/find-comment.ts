import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { lockProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutComment, findComment } from '../comments/public.ts'
import type { RemovalTarget } from './removal-target.ts'

/** @throws AppError PROTOCOL_NOT_FOUND, COMMENT_NOT_FOUND */
export async function findRemovableComment(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  id: number,
): Promise<RemovalTarget> {
  const protocol = await lockProtocol(trx, protocolId, viewer)
  const comment = await findComment(trx, protocolId, id)
  if (!comment) throw new AppError('COMMENT_NOT_FOUND')
  return {
    protocol,
    ...{ kind: 'comment', id, subjectKind: 'comment', text: comment.text },
    words: 'um comentário',
    // The history never quotes comments.
    isQuotedBy: () => false,
    remove: (transaction) => blackOutComment(transaction, id),
  }
}
