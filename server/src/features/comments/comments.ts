import { historyAction } from '@malote/core/acts/act.ts'
import type { Comment } from '@malote/core/comments/comment.ts'
import { canComment, canDeleteComment } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { responsiblesOf } from '../../domain/custody/responsible.queries.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { commentersOf, deleteCommentRow, findComment, insertComment, secondsUntilNextComment } from './comments.repo.ts'

/**
 * Adds a comment to a protocol. The history does not contain the text, and notifications quote it by the comment's id,
 * so that deleting a comment deletes it everywhere.
 *
 * @param body read only after checking that the protocol accepts comments (contract 12.4)
 * @param most comments of one person on the protocol in an hour
 * @throws AppError TOO_MANY_COMMENTS
 */
export function addComment(
  db: Db,
  viewer: Actor,
  protocolId: number,
  body: () => { text: string },
  now: Date,
  most: number,
): Promise<Comment> {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, protocolId, viewer)
    ensure(canComment(protocol))
    const { text } = body()
    const wait = await secondsUntilNextComment(trx, protocolId, viewer.id, now, most)
    if (wait > 0) throw new AppError('TOO_MANY_COMMENTS', { retryAfter: wait })

    const earlier = await commentersOf(trx, protocolId)
    const comment = await insertComment(trx, { protocolId, text, createdBy: viewer.id, createdAt: now })
    const description = `${viewer.name} adicionou um comentário`
    const action = historyAction.commentAdded
    await recordHistory(trx, { protocolId, action, description, by: viewer.id, at: now })
    await notify(trx, {
      type: 'protocol_comment',
      to: [
        { users: [protocol.createdBy], because: 'criou o protocolo' },
        { users: await responsiblesOf(trx, protocolId), because: 'responde por um item dele' },
        { users: earlier, because: 'também comentou' },
      ],
      by: viewer,
      title: `Novo comentário no protocolo #${protocolId}`,
      message: `${description}.`,
      protocolId,
      commentId: comment.id,
      at: now,
      isRefusable: true,
    })
    return { ...comment, createdBy: viewer.name, createdById: viewer.id }
  })
}

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
