import { notificationList, notificationQuery } from '@malote/core/notifications/notification.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { pathId, pathNumber } from '@malote/core/shared/wire-values.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import type { App } from '../../platform/http/fastify.ts'
import { listNotifications } from './notifications.queries.ts'

const ownerParams = z.object({ userId: pathId })
/** Ids in this table are larger than an `integer`. */
const notificationParams = z.object({ id: pathNumber(z.int().min(1)) })

const done = z.object({ success: z.literal(true) })

/**
 * A person's own notifications. The paths of contract 7.2.1 contain the user id, although the token already identifies
 * the user.
 */
export async function notificationsRoutes(app: App) {
  app.get(
    '/notifications/:userId',
    {
      config: { access: 'signed-in', keepsOpen: false },
      schema: { params: ownerParams, querystring: notificationQuery, response: { 200: notificationList } },
    },
    (request) => {
      ensureOwn(request.viewer, request.params.userId)
      return listNotifications(app.db, request.viewer, request.query)
    },
  )

  app.put(
    '/notifications/:id/read',
    { config: { access: 'signed-in' }, schema: { params: notificationParams, response: { 200: done } } },
    async (request) => {
      await markRead(app.db, request.viewer, request.params.id, app.now())
      return { success: true as const }
    },
  )

  app.put(
    '/notifications/mark-all-read/:userId',
    { config: { access: 'signed-in' }, schema: { params: ownerParams, response: { 200: done } } },
    async (request) => {
      ensureOwn(request.viewer, request.params.userId)
      await markAllRead(app.db, request.viewer, app.now())
      return { success: true as const }
    },
  )
}

function ensureOwn(viewer: Viewer, userId: number) {
  if (viewer.id !== userId) throw new AppError('ONLY_OWN_NOTIFICATIONS')
}

/**
 * Marks one of the viewer's notifications as read. If it is already read, keeps the earlier time.
 *
 * @throws AppError NOTIFICATION_NOT_FOUND, also for another person's notification
 */
async function markRead(db: Db, viewer: Viewer, id: number, now: Date): Promise<void> {
  const marked = await db
    .updateTable('notifications')
    .set((eb) => ({ readAt: eb.fn.coalesce('readAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('userId', '=', viewer.id)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n) throw new AppError('NOTIFICATION_NOT_FOUND')
}

/** Marks all of the viewer's notifications as read. */
async function markAllRead(db: Db, viewer: Viewer, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ readAt: now })
    .where('userId', '=', viewer.id)
    .where('readAt', 'is', null)
    .execute()
}
