import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { accountNotice, type NotificationType } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { idsOf, type TypedText } from '../custody/typed-texts.repo.ts'
import { mailNotices } from '../mail/bundle-mails.ts'
import { noticeOrder, queueMail } from '../mail/mail-queue.ts'
import { type Audience, isMember, wantsToKnow } from './audience.ts'
import { gatheredOr, gatherParts } from './gather-notices.ts'
import { type Allowance, allowanceParts, ensureMayNotify, type Limited } from './notice-limit.ts'

/** Something that happened to a protocol, and its audiences. */
interface Notice extends Limited {
  type: NotificationType
  /** A person in several audiences is notified once, for the reason of the first. */
  to: readonly Audience[]
  /** Ids of people who get another notification of the same act. */
  except?: readonly number[]
  title: string
  /** Says what happened; the reason for this recipient is appended. */
  message: string
  protocolId: number
  itemId?: number | null
  /** What the message quotes of what people typed; absent when it quotes nothing. */
  texts?: readonly TypedText[]
  /** The comment to be quoted for as long as it exists. */
  commentId?: number
}

/**
 * Notifies the audiences, in the app, and by e-mail if that is configured.
 *
 * @returns the ids of the people who were notified
 * @throws AppError TOO_MANY_NOTIFIED, only if it is refusable
 */
export async function notify(trx: Trx, { by, to, title, message, protocolId, ...notice }: Notice): Promise<number[]> {
  const kind = { type: notice.type, protocolId, at: notice.at }
  const members = to.map(isMember)
  const toldOtherwise = notice.except?.length ? sql`users.id = ${anyOf(notice.except)}` : sql`false`
  const firstAudience = sql`case ${sql.join(
    members.map((member, index) => sql`when ${member} then ${index + 1}::int`),
    sql` `,
  )} end`
  const { rows } = await sql<{ userId: number; notificationId: number } & Allowance>`
    with notified as (
      select users.id, ${firstAudience} as audience
      from users
      where ${wantsToKnow(notice.type, by.id, protocolId)} and (${sql.join(members, sql` or `)})
        and not ${toldOtherwise}
    ), ${allowanceParts(by, notice.at, sql`count(*)::int`, sql`from notified`)},
    ${gatherParts(kind, sql`select id from notified where (select is_allowed from allowance)`)}, written as (
      insert into notifications (user_id, type, title, times, message, protocol_id, item_id, comment_id, texts, created_at)
      select id, ${notice.type}::text, ${gatheredOr('title', sql`id`, sql`${title}::text`)},
        ${gatheredOr('times', sql`id`, sql`1`)},
        (${to.map(({ because }) => messageWithReason(message, because))}::text[])[audience],
        ${protocolId}::int, ${notice.itemId ?? null}::int, ${notice.commentId ?? null}::int,
        ${notice.texts ? idsOf(notice.texts) : null}::bigint[], ${notice.at}::timestamptz
      from notified, allowance where is_allowed
      returning id, user_id
    )
    select notified.id as user_id, written.id as notification_id, coming, before, is_allowed
    from notified cross join allowance left join written on written.user_id = notified.id
  `.execute(trx)
  const [first] = rows
  if (first && notice.isRefusable) await ensureMayNotify(trx, by, notice.at, first.before, first.coming)
  const notified = rows.filter(({ isAllowed }) => isAllowed)
  await mailNotices(
    trx,
    by,
    notice.at,
    notified.map(({ userId, notificationId }) => noticeOrder(userId, notificationId, [protocolId])),
  )
  return notified.map(({ userId }) => userId)
}

/** Something that happened to a person's own account. */
interface AccountNotice {
  userId: number
  title: string
  message: string
  /** The address that the person had until now, which gets the mail too. */
  formerEmail?: string
  /** Whether who reads the mail there may confirm the new address. */
  isConfirmable?: boolean
  at: Date
}

/** Notifies people in the app, and by e-mail if that is configured. It cannot be switched off. */
export async function notifyAccount(trx: Trx, notices: AccountNotice | readonly AccountNotice[]): Promise<void> {
  const all = [notices].flat() as AccountNotice[]
  if (all.length === 0) return
  const rows = all.map(({ userId, title, message, at }) => ({ userId, title, message, createdAt: at }))
  await trx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, type: accountNotice })))
    .execute()
  await queueMail(
    trx,
    all.flatMap(({ at, formerEmail, isConfirmable, ...notice }) => {
      const order = { kind: 'account' as const, ...notice }
      if (formerEmail === undefined) return [order]
      return [order, { ...order, to: formerEmail, ...(isConfirmable && { confirms: at.getTime() }) }]
    }),
  )
}
