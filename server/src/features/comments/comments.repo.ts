import { historyAction } from '@malote/core/acts/act.ts'
import { removedText } from '@malote/core/black-outs/black-out.ts'
import type { Insertable } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import type { Comments } from '../../platform/db/schema.ts'

const columns = ['id', 'text', 'createdAt', 'createdBy'] as const

export const insertComment = (trx: Trx, comment: Insertable<Comments>) =>
  trx.insertInto('comments').values(comment).returning(columns).executeTakeFirstOrThrow()

export const findComment = (trx: Trx, protocolId: number, id: number) =>
  trx
    .selectFrom('comments')
    .select(columns)
    .where('id', '=', id)
    .where('protocolId', '=', protocolId)
    .executeTakeFirst()

/**
 * Seconds until the person has made fewer than `most` comments on the protocol within an hour; 0 if that is so now. The
 * history is counted, which keeps those that were deleted.
 */
export async function secondsUntilNextComment(
  trx: Trx,
  protocolId: number,
  by: number,
  now: Date,
  most: number,
): Promise<number> {
  const oldest = await trx
    .selectFrom('history')
    .select('createdAt')
    .where('protocolId', '=', protocolId)
    .where('createdBy', '=', by)
    .where('action', '=', historyAction.commentAdded)
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return 0
  return Math.ceil((new Date(oldest.createdAt).getTime() + hour - now.getTime()) / 1000)
}

/** Milliseconds. */
const hour = 3_600_000

/** Deletes the text permanently; the history still shows that a comment existed. */
export const deleteCommentRow = (trx: Trx, id: number) => trx.deleteFrom('comments').where('id', '=', id).execute()

/** Removes the text for good. Notifications and mails quote it by the comment's id, so they follow. */
export const blackOutComment = (trx: Trx, id: number) =>
  trx.updateTable('comments').set({ text: removedText }).where('id', '=', id).execute()

/** Ids of all people who have commented on the protocol. */
export async function commentersOf(trx: Trx, protocolId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('comments')
    .select('createdBy')
    .distinct()
    .where('protocolId', '=', protocolId)
    .execute()
  return rows.map(({ createdBy }) => createdBy)
}
