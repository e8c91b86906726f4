import { messageWithReason } from '@malote/core/notifications/notification.ts'
import type { NotificationType } from '@malote/core/notifications/notification-type.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { mailNotices } from '../mail/bundle-mails.ts'
import { noticeOrder } from '../mail/mail-queue.ts'
import { wants } from './audience.ts'
import { ensureMayNotify, mayNotify, mostOf, type Notifier, notifiedBefore } from './notice-limit.ts'

const type: NotificationType = 'new_protocol'

const because = 'é do departamento de destino'

const titleOf = (protocolId: number) => `Novo protocolo #${protocolId}`

/** What a statement needs to know to notify of the protocol that it creates. */
export interface NoticeValues {
  by: number
  at: Date
  destination: number
  /** Maximum number of people in an hour; null without a limit. */
  mostNotified: number | null
  titlePrefix: string
  message: string
}

/** @param message says what happened */
export const noticeOfNew = (by: Notifier, message: string) => ({
  mostNotified: mostOf(by),
  titlePrefix: titleOf(0).slice(0, -1),
  message: messageWithReason(message, because),
})

/**
 * Parts of a statement that creates a protocol and notifies its destination. They do what `notify` does, without another
 * round trip: a creation notifies a whole department, and everybody in it sees the protocol.
 */
export const noticeParts = (place: (name: keyof NoticeValues) => RawBuilder<never>) => ({
  /**
   * Tables to be read before the protocol is written: `recipients` has the people, `allowance` one row: `coming` people,
   * people notified `before`, and whether it `is_allowed`.
   */
  audience: sql`
    recipients as materialized (
      select users.id from users
      where ${wants(type, sql`${place('by')}::int`)} and users.department_id = ${place('destination')}::int
    ), allowance as materialized (
      select coming, before, ${mayNotify(sql`before`, sql`coming`, place('mostNotified'))} as is_allowed
      from (select count(*)::int as coming, ${notifiedBefore({ id: place('by') }, place('at'))} as before from recipients) a
    )`,
  /** Writes the notices. Reads `protocol`, which has a row with the `id` if the protocol was created. */
  writing: sql`
    notified as (
      insert into notifications (user_id, type, title, message, protocol_id, created_at)
      select recipients.id, ${sql.lit(type)}, ${place('titlePrefix')}::text || protocol.id, ${place('message')}::text, protocol.id,
        ${place('at')}::timestamptz
      from recipients, protocol
      returning user_id, id
    ), counted as (
      insert into notified_people (actor_id, notified_at, people)
      select ${place('by')}::int, ${place('at')}::timestamptz, coming from allowance, protocol
      where coming > 0 and ${place('mostNotified')}::bigint is not null
    )`,
})

/** What such a statement says about its notice. */
export interface NoticeOutcome {
  /** Ids of the notified people, and of their notifications, in the same order. */
  notified: readonly number[]
  notifications: readonly number[]
  coming: number
  before: number
}

/**
 * Refuses what the statement did not write because too many people would have been notified.
 *
 * @throws AppError TOO_MANY_NOTIFIED
 */
export const ensureWasAllowed = (db: Db, by: Notifier, at: Date, { before, coming }: NoticeOutcome): Promise<void> =>
  ensureMayNotify(db, by, at, before, coming)

/** Sends the notice by e-mail too, if that is configured. */
export async function mailNoticeOfNew(
  trx: Trx,
  protocolId: number,
  by: { id: number },
  at: Date,
  { notified, notifications }: Pick<NoticeOutcome, 'notified' | 'notifications'>,
): Promise<void> {
  await mailNotices(
    trx,
    by,
    at,
    notified.map((userId, index) => noticeOrder(userId, notifications[index] ?? 0, [protocolId])),
  )
}
