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

/** What notifications of 1.0.0, which do not name their texts, say of an act. */
export interface Announced {
  /** Its time in the history, which its notifications share. */
  at: string
  /** What they say. */
  text: string
}

/**
 * After a removal: tells the open pages of everybody who has a notification that lost its words to load them again. Of acts
 * whose notifications do not name their texts it removes the words; also, in doubt, where they quote anything. Mails that were
 * sent cannot be called back.
 *
 * @param removal `times` of the acts; `isWhole` when all goes that is said of them, not only what is quoted
 */
export async function blackOutNotices(
  trx: Trx,
  protocolId: number,
  { told, times, isWhole }: { told: readonly Announced[]; times: readonly string[]; isWhole: boolean },
): Promise<void> {
  const texts = told.map(({ text }) => text)
  await sql`
    with finished as (
      update notifications n set message = ${removedText}
      where n.created_at = any(${times}::timestamptz[]) and (n.protocol_id = ${protocolId} or n.protocol_id is null)
        and (${isWhole} and (n.protocol_id is not null or filled_in(n.message, n.texts) = ${removedText})
        or coalesce(cardinality(n.texts), 0) = 0 and exists (
          select from unnest(${told.map(({ at }) => at)}::timestamptz[], ${texts}::text[]) act (at, text)
          where act.at = n.created_at
            and (position(act.text in n.message) > 0 or n.texts is null and n.message ~ '“|Motivo: ')
        ))
      returning user_id
    ), changed as (
      select user_id from finished
      union
      select user_id from notifications
      where created_at = any(${times}::timestamptz[])
        and cardinality(texts) > 0 and filled_in(message, texts) = ${removedText}
    )
    select pg_notify('live_changed', 'inbox ' || user_id) from changed`.execute(trx)
  if (texts.length > 0) await blackOutMails(trx, protocolId, texts)
}
