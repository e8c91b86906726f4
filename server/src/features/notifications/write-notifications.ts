import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'

/** A notification for one person. */
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

/** Writes notifications in the app, one person each. The caller has checked that they want them. */
export async function writeNotifications(trx: Trx, notices: readonly OwnNotice[]): Promise<void> {
  if (notices.length === 0) return
  await sql`
    insert into notifications (user_id, type, title, message, protocol_id, item_id, created_at)
    select * from unnest(
      ${notices.map(({ userId }) => userId)}::int[],
      ${notices.map(({ type }) => type)}::text[],
      ${notices.map(({ title }) => title)}::text[],
      ${notices.map(({ message }) => message)}::text[],
      ${notices.map(({ protocolId }) => protocolId)}::int[],
      ${notices.map(({ itemId }) => itemId)}::int[],
      ${notices.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
    )
  `.execute(trx)
}
