import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isMailOn, type NoticeOrder, noticeBundle, queueMail } from './mail-queue.ts'

/** Mails that a person gets in an hour because of another person's acts, each by itself. */
const mostApart = 20

/**
 * Queues the mails of the notices of one act. Above {@link mostApart} an hour from one person to one other, they wait for
 * one mail an hour later, which lists them.
 *
 * @param by whose act it was
 */
export async function mailNotices(
  trx: Trx,
  by: { id: number },
  at: Date,
  orders: readonly NoticeOrder[],
): Promise<void> {
  if (!isMailOn() || orders.length === 0) return
  const sameHour = sql`m.actor_id = ${by.id} and m.user_id = told.user_id and m.at > ${at}::timestamptz - interval '1 hour'`
  const { rows } = await sql<{ userId: number; until: string | null; isFirst: boolean }>`
    with counted as (
      select told.*, (select count(*) from notice_mails m where ${sameHour}) >= ${mostApart} as is_over,
        (select max(m.bundled_until) from notice_mails m where ${sameHour} and m.bundled_until > ${at}) as waits
      from unnest(
        ${orders.map(({ userId }) => userId)}::int[],
        ${orders.map(({ notificationId }) => notificationId)}::bigint[],
        ${orders.map(({ protocolIds }) => `{${protocolIds.join(',')}}`)}::text[]
      ) told (user_id, notification_id, protocol_ids)
    ), written as (
      insert into notice_mails (actor_id, user_id, at, bundled_until, notification_id, protocol_ids)
      select ${by.id}, user_id, ${at}, case when is_over then coalesce(waits, ${at}::timestamptz + interval '1 hour') end,
        notification_id, protocol_ids::int[]
      from counted
      returning user_id, bundled_until
    )
    select user_id, bundled_until as until, waits is null as is_first from written join counted using (user_id)`.execute(
    trx,
  )
  const bundled = new Map(rows.filter(({ until }) => until !== null).map((row) => [row.userId, row]))
  await queueMail(
    trx,
    orders.filter(({ userId }) => !bundled.has(userId)),
  )
  const first = [...bundled.values()].filter(({ isFirst }) => isFirst)
  // A minute more, for acts that are committed late.
  await queueMail(
    trx,
    first.map(({ userId, until }) => noticeBundle(userId, by.id, until ?? '')),
    { afterSeconds: 3_660 },
  )
}

/** Queues the mails of notices that several transactions have already committed. */
export const mailNoticesAfterwards = async (db: Db, ...notices: [by: { id: number }, at: Date, NoticeOrder[]]) => {
  if (isMailOn()) await db.transaction().execute((trx) => mailNotices(trx, ...notices))
}
