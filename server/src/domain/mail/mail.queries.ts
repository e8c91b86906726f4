import { messageWithReason } from '@malote/core/notifications/notification.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { filledIn } from '../custody/typed-texts.repo.ts'
import { seesProtocol } from '../visibility/visible-to.ts'
import { mailQueue, type NoticeBundle, type NoticeOrder, type NoticeOrderWithText } from './mail-queue.ts'

/** Name and address of a person; undefined when the person may no longer sign in. */
export const activeUser = (db: Db, id: number) => selectActive(db, id).executeTakeFirst()

/** The same person, who changes only after the transaction. */
export const lockActiveUser = (trx: Trx, id: number) => selectActive(trx, id).forShare().executeTakeFirst()

const selectActive = (db: Db, id: number) =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', id).where('isActive', '=', true)

const message = filledIn('n.message', 'n.texts').as('message')

/** A notification as it is now; undefined when it was withdrawn, or the person may no longer sign in. */
export async function findNotice(db: Db, order: NoticeOrder | NoticeOrderWithText) {
  const notices = db
    .selectFrom('notifications as n')
    .innerJoin('users', 'users.id', 'n.userId')
    .leftJoin('comments', 'comments.id', 'n.commentId')
    .leftJoin('protocols', 'protocols.id', 'n.protocolId')
    .select('protocols.remarks as subject')
    .select(['users.name', 'users.email', 'n.type', 'n.title', message, 'n.protocolId', 'comments.text as comment'])
    .where('users.isActive', '=', true)
    .where('n.userId', '=', order.userId)
  if ('notificationId' in order) return notices.where('n.id', '=', order.notificationId).executeTakeFirst()
  return notices
    .where('n.title', '=', order.title)
    .where('n.message', '=', messageWithReason(order.message, order.because))
    .orderBy('n.id', 'desc')
    .executeTakeFirst()
}

/** The notices of a bundle as they are now, the oldest first, and whose acts they tell of. */
export async function bundledNotices(db: Db, { userId, by, until }: NoticeBundle) {
  return db
    .selectFrom('noticeMails as m')
    .innerJoin('users as actor', 'actor.id', 'm.actorId')
    .innerJoin('notifications as n', 'n.id', 'm.notificationId')
    .leftJoin('comments', 'comments.id', 'n.commentId')
    .select(['n.id', 'n.type', 'n.title', message, 'n.protocolId', 'n.createdAt', 'comments.text as comment'])
    .select(['m.protocolIds', 'actor.name as actor'])
    .where('m.actorId', '=', by)
    .where('m.userId', '=', userId)
    .where('m.bundledUntil', '=', until)
    .orderBy('n.id')
    .execute()
}

/** Those of the protocols that the person sees. */
export async function seenBy(db: Db, userId: number, protocolIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('protocols as p')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select('p.id')
    .where('p.id', '=', anyOf(protocolIds))
    .where(seesProtocol(sql.ref('p.id')))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The mails that are not sent. Those that were given up are kept for a day. */
interface MailBacklog {
  waiting: number
  /** Seconds since the oldest of them was queued; 0 when none waits. */
  oldestSeconds: number
  /** Of the waiting, those that failed at least once. */
  retrying: number
  /** Mails that were given up after all their attempts. */
  failed: number
  /** When the last attempt that failed was begun, as far as its mail is still in the queue. */
  lastFailureAt: string | null
}

const nothing: MailBacklog = { waiting: 0, oldestSeconds: 0, retrying: 0, failed: 0, lastFailureAt: null }

export async function mailBacklog(db: Db): Promise<MailBacklog> {
  // The queue's tables are made when the first server starts its jobs.
  const { rows: tables } = await sql<{ name: string | null }>`select to_regclass('pgboss.job') as name`.execute(db)
  if (tables[0]?.name == null) return nothing
  const { rows } = await sql<MailBacklog>`
    select count(*) filter (where state < 'completed') as waiting,
      -- A bundle waits on purpose.
      coalesce(extract(epoch from now() - min(greatest(created_on, case state when 'created' then start_after end))
        filter (where state < 'completed' and (state <> 'created' or start_after < now()))), 0)::float8
        as oldest_seconds,
      count(*) filter (where state = 'retry') as retrying,
      count(*) filter (where state = 'failed') as failed,
      max(started_on) filter (where state in ('retry', 'failed')) as last_failure_at
    from pgboss.job where name = ${mailQueue}`.execute(db)
  return rows[0] ?? nothing
}
