import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { accountNotice, type NotificationType } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { type Audience, isMember, wantsToKnow } from './audience.ts'
import { countNotified, ensureMayNotify, type Notifier, notifiedBefore } from './notice-limit.ts'

/** Something that happened to a protocol, and its audiences. */
interface Notice {
  type: NotificationType
  /** A person in several audiences is notified once, for the reason of the first. */
  to: readonly Audience[]
  /** The person who did it, who is not notified. */
  by: Notifier
  /** Ids of people who get another notification of the same act. */
  except?: readonly number[]
  title: string
  /** Says what happened; the reason for this recipient is appended. */
  message: string
  protocolId: number
  itemId?: number | null
  /** The comment to be quoted for as long as it exists. */
  commentId?: number
  at: Date
}

/**
 * Notifies the audiences, in the app, and by e-mail if that is configured.
 *
 * @returns the ids of the people who were notified
 * @throws AppError TOO_MANY_NOTIFIED
 */
export async function notify(trx: Trx, { by, to, title, message, protocolId, ...notice }: Notice): Promise<number[]> {
  const members = to.map(isMember)
  const toldOtherwise = notice.except?.length ? sql`users.id = ${anyOf(notice.except)}` : sql`false`
  const firstAudience = sql`case ${sql.join(
    members.map((member, index) => sql`when ${member} then ${index + 1}::int`),
    sql` `,
  )} end`
  const { rows: notified } = await sql<{ userId: number; audience: number; before: number }>`
    with notified as (
      select users.id, ${firstAudience} as audience
      from users
      where ${wantsToKnow(notice.type, by.id, protocolId)} and (${sql.join(members, sql` or `)})
        and not ${toldOtherwise}
    ), written as (
      insert into notifications (user_id, type, title, message, protocol_id, item_id, comment_id, created_at)
      select id, ${notice.type}::text, ${title}::text,
        (${to.map(({ because }) => messageWithReason(message, because))}::text[])[audience],
        ${protocolId}::int, ${notice.itemId ?? null}::int, ${notice.commentId ?? null}::int,
        ${notice.at}::timestamptz
      from notified
    ), counted as (${countNotified(by, notice.at, sql`count(*)`, sql`from notified`)})
    select id as user_id, audience, ${notifiedBefore(by, notice.at)} as before from notified
  `.execute(trx)
  await ensureMayNotify(trx, by, notice.at, notified[0]?.before ?? 0, notified.length)
  await queueMail(
    trx,
    notified.map(({ userId, audience }) => {
      const because = to[audience - 1]?.because ?? ''
      const { commentId } = notice
      return { kind: 'notification', userId, title, message, because, protocolId, ...(commentId && { commentId }) }
    }),
  )
  return notified.map(({ userId }) => userId)
}

/** Something that happened to a person's own account. */
interface AccountNotice {
  userId: number
  title: string
  message: string
  at: Date
}

/** Notifies a person in the app, and by e-mail if that is configured. It cannot be switched off. */
export async function notifyAccount(trx: Trx, { at, ...notice }: AccountNotice): Promise<void> {
  await trx
    .insertInto('notifications')
    .values({ ...notice, type: accountNotice, createdAt: at })
    .execute()
  await queueMail(trx, [{ kind: 'account', ...notice }])
}
