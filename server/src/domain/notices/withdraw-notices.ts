import { removedText } from '@malote/core/black-outs/black-out.ts'
import { accountNotice } from '@malote/core/notifications/notification-type.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { blackOutMails } from '../mail/mail-queue.ts'
import { seesProtocol } from '../visibility/visible-to.ts'

/**
 * Deletes the notifications of protocols that these people no longer see (contract 10.1). Called when their department
 * or role has changed: a protocol's own departments never change. Also deletes those about several protocols, which do not
 * say which ones. The history still has the events. Notices about the person's own account stay.
 */
export async function withdrawNotices(trx: Trx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    delete from notifications using users
    where notifications.user_id = users.id and users.id = ${anyOf(userIds)} and notifications.type <> ${accountNotice}
      and (notifications.is_of_several or not ${seesProtocol(sql.ref('notifications.protocol_id'))})`.execute(trx)
}

/** For how long after a change of a person: longer than the pause between two calls, so that nobody is left out. */
const late = '3 days'

/**
 * Deletes what {@link withdrawNotices} could not see: an act that had begun before the change of a person was committed
 * still notifies them. Until then `listNotifications` leaves it out. One statement per person, by the index of their
 * notifications.
 */
export async function withdrawLateNotices(db: Db, now: Date): Promise<void> {
  const { rows: changed } = await sql<{ id: number }>`
    select id from users where updated_at > ${now}::timestamptz - ${late}::interval order by id`.execute(db)
  for (const { id } of changed) {
    await sql`
      delete from notifications using users
      where notifications.user_id = ${id} and users.id = ${id} and notifications.protocol_id is not null
        and not ${seesProtocol(sql.ref('notifications.protocol_id'))}`.execute(db)
  }
}

/** Deletes all notifications of a person. */
export async function dropInbox(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('notifications').where('userId', '=', userId).execute()
}

/**
 * Removes the words of notifications that quote one of these. Open pages of their readers are asked to load them again.
 * Mails that were sent cannot be called back.
 *
 * @param times when the protocol's entries that quote something were written; notifications are found by time, and told
 *   apart by what they quote
 */
export async function blackOutNotices(trx: Trx, quotes: readonly string[], times: readonly string[]): Promise<void> {
  if (quotes.length === 0 || times.length === 0) return
  await sql`
    with removed as (
      update notifications set message = ${removedText}
      where created_at = any(${[...new Set(times)]}::timestamptz[]) and quotes && ${[...quotes]}::text[]
      returning user_id
    )
    select pg_notify('live_changed', 'inbox ' || user_id) from (select distinct user_id from removed) readers
  `.execute(trx)
}

/** An act that notified people, and the texts of it that are being removed. */
export interface Announced {
  /** Its time in the history, which its notifications share. */
  at: string
  /** A notification that quotes the removed content contains one of these. */
  texts: readonly string[]
}

/** The same for notifications that do not say what they quote, and for mails that servers of 1.0.0 have queued. */
export async function blackOutNoticesBefore(trx: Trx, acts: readonly Announced[]): Promise<void> {
  const quotes = acts.flatMap(({ at, texts }) => texts.map((text) => ({ at, text })))
  if (quotes.length === 0) return
  const times = [...new Set(quotes.map(({ at }) => at))]
  const texts = quotes.map(({ text }) => text)
  await sql`
    with removed as (
      update notifications n set message = ${removedText}
      where n.created_at = any(${times}::timestamptz[]) and n.quotes is null and exists (
        select from unnest(${quotes.map(({ at }) => at)}::timestamptz[], ${texts}::text[]) quote (at, text)
        where quote.at = n.created_at and position(quote.text in n.message) > 0
      )
      returning user_id
    )
    select pg_notify('live_changed', 'inbox ' || user_id) from (select distinct user_id from removed) readers
  `.execute(trx)
  await blackOutMails(trx, texts)
}
