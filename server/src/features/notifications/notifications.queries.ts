import { messageWithQuote, type Notification, type NotificationList } from '@malote/core/notifications/notification.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'

/** A person's newest notifications, and the number of all their unread ones. */
export async function listNotifications(db: Db, viewer: Viewer, limit: number): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([newest(db, viewer, limit), countUnread(db, viewer.id)])
  const notifications = rows.map(({ readAt, type, comment, message, itemId, items, ...row }) => ({
    ...row,
    ...(itemId !== null && { itemId }),
    ...(items !== null && { items }),
    message: comment === null ? message : messageWithQuote(message, comment),
    type: type as Notification['type'],
    isRead: readAt !== null,
  }))
  return { notifications, meta: { unread } }
}

/**
 * Leaves out protocols that the viewer no longer sees: a notification may have been written at the moment in which the
 * others were withdrawn. Quotes comments that still exist.
 */
const newest = (db: Db, viewer: Viewer, limit: number) =>
  db
    .selectFrom('notifications')
    .leftJoin('comments', 'comments.id', 'notifications.commentId')
    .leftJoin('protocols', (join) => join.onRef('protocols.id', '=', 'notifications.protocolId').on(visibleTo(viewer)))
    .select(['notifications.id', 'type', 'title', 'message', 'notifications.createdAt', 'readAt'])
    .select(['notifications.protocolId', 'notifications.itemId', 'comments.text as comment'])
    .select(sql<number | null>`cardinality(item_ids)`.as('items'))
    .where('userId', '=', viewer.id)
    .where((row) => row.or([row('notifications.protocolId', 'is', null), row('protocols.id', 'is not', null)]))
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .execute()

async function countUnread(db: Db, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
