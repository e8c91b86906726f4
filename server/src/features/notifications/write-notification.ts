import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import type { Trx } from '../../db/connect.ts'

export interface OwnNotice {
  userId: number
  type: NotificationType
  title: string
  message: string
  /** null when it is about several protocols. */
  protocolId: number | null
  /** null when it is about several items. */
  itemId: number | null
  createdAt: Date
}

/** One notification in the app for one person, about whom the caller has asked whether they want it. */
export async function writeNotification(trx: Trx, notice: OwnNotice): Promise<void> {
  await trx.insertInto('notifications').values(notice).execute()
}
