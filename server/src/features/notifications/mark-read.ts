import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'

/**
 * Marks one of the viewer's notifications as read. If it is already read, keeps the earlier time.
 *
 * @throws AppError NOTIFICATION_NOT_FOUND, also for another person's notification
 */
export async function markRead(db: Db, viewer: Viewer, id: number, now: Date): Promise<void> {
  const marked = await db
    .updateTable('notifications')
    .set((eb) => ({ readAt: eb.fn.coalesce('readAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) throw new AppError('NOTIFICATION_NOT_FOUND')
}

/** Marks all of the viewer's notifications as read. */
export async function markAllRead(db: Db, viewer: Viewer, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('userId', '=', viewer.id)
    .where('readAt', 'is', null)
    .execute()
}
