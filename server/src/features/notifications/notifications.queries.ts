import type { NotificationList } from '@malote/core/notifications/notification.ts'
import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import type { Db } from '../../db/connect.ts'

/** A person's newest notifications, and the number of all their unread ones. */
export async function listNotifications(db: Db, userId: number, limit: number): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([newest(db, userId, limit), countUnread(db, userId)])
  const notifications = rows.map(({ readAt, type, ...row }) => ({
    ...row,
    type: type as NotificationType,
    isRead: readAt !== null,
  }))
  return { notifications, meta: { unread } }
}

const newest = (db: Db, userId: number, limit: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'type', 'title', 'message', 'createdAt', 'readAt', 'protocolId'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
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
