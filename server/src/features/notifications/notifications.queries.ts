import {
  messageWithQuote,
  mostInInbox,
  type Notification,
  type NotificationList,
  type NotificationQuery,
} from '@malote/core/notifications/notification.ts'
import { metaFor } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { filledIn } from '../../domain/custody/typed-texts.repo.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { contains } from '../../platform/db/search.ts'

/**
 * A person's newest notifications, and the number of all their unread ones. With a page it is the inbox: the newest 1,000,
 * as far as the search finds them, and how many pages they have.
 */
export async function listNotifications(db: Db, viewer: Viewer, query: NotificationQuery): Promise<NotificationList> {
  const { limit, page } = query
  const found = page === undefined ? newest(db, viewer, query, limit) : newest(db, viewer, query, mostInInbox)
  const [rows, unread] = await Promise.all([found, countUnread(db, viewer.id)])
  const shown = page === undefined ? rows : rows.slice((page - 1) * limit, page * limit)
  const notifications = shown.map(({ readAt, type, comment, message, itemId, items, subject, ...row }) => ({
    ...row,
    ...(itemId !== null && { itemId }),
    ...(items !== null && { items }),
    ...(subject !== null && { subject }),
    message: comment === null ? message : messageWithQuote(message, comment),
    type: type as Notification['type'],
    isRead: readAt !== null,
  }))
  return { notifications, meta: { unread, ...(page !== undefined && metaFor(rows.length, page, limit)) } }
}

/**
 * Leaves out protocols that the viewer no longer sees: a notification may have been written at the moment in which the
 * others were withdrawn. Quotes comments that still exist. A search reads at most the inbox, by the index of its owner.
 */
const newest = (db: Db, viewer: Viewer, { search, unread }: NotificationQuery, limit: number) => {
  let own = db.selectFrom('notifications').selectAll().where('userId', '=', viewer.id)
  if (unread) own = own.where('readAt', 'is', null)
  let found = db
    .selectFrom(
      own
        .orderBy('id', 'desc')
        .limit(search ? mostInInbox : limit)
        .as('notifications'),
    )
    .leftJoin('comments', 'comments.id', 'notifications.commentId')
    .leftJoin('protocols', (join) => join.onRef('protocols.id', '=', 'notifications.protocolId').on(visibleTo(viewer)))
    .select(['notifications.id', 'type', 'title', message.as('message'), 'notifications.createdAt', 'readAt'])
    .select(['notifications.protocolId', 'notifications.itemId', 'comments.text as comment'])
    .select([sql<number | null>`cardinality(item_ids)`.as('items'), 'protocols.remarks as subject'])
    .where((row) => row.or([row('notifications.protocolId', 'is', null), row('protocols.id', 'is not', null)]))
  if (search) {
    const said = sql`searchable(concat_ws(' ', title, ${message}, comments.text, protocols.remarks))`
    found = found.where(sql<boolean>`${said} like ${contains(search)}`)
  }
  return found.orderBy('notifications.id', 'desc').limit(limit).execute()
}

const message = filledIn('message', 'texts')

async function countUnread(db: Db, userId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
