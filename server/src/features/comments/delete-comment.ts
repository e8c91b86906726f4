import { historyAction } from '@malote/core/history/history-entry.ts'
import { canDeleteComment } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { lockProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Db } from '../../platform/db/connect.ts'
import { deleteCommentRow, findComment } from './comments.repo.ts'

/**
 * Deletes the viewer's own comment.
 *
 * @throws AppError COMMENT_NOT_FOUND when the protocol has no such comment
 */
export function deleteComment(db: Db, viewer: Viewer, protocolId: number, commentId: number, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, protocolId, viewer)
    const comment = await findComment(trx, protocolId, commentId)
    if (!comment) throw new AppError('COMMENT_NOT_FOUND')
    ensure(canDeleteComment(viewer, protocol, comment.createdBy))

    await deleteCommentRow(trx, commentId)
    const description = `${viewer.name} excluiu um comentário seu`
    const action = historyAction.commentDeleted
    await recordHistory(trx, { protocolId, action, description, by: viewer.id, at: now })
  })
}
