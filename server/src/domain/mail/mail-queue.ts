import { removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { MailOrder } from './mail-order.ts'

/** Name of the queue in pg-boss. */
export const mailQueue = 'mail'

// One queue per process, opened when the process starts its jobs. Without it (no SMTP_URL, or unrelated tests),
// `queueMail` sends nothing, and its callers need not check.
let queue: PgBoss | undefined

/** @param boss a started pg-boss that has the queue `mail`; undefined closes the queue */
export function openMailQueue(boss: PgBoss | undefined): void {
  queue = boss
}

/** Whether {@link queueMail} does anything. */
export const isMailOn = (): boolean => queue !== undefined

/**
 * Queues mails in the caller's transaction: they are sent if and only if it commits. Sends nothing itself, so that a
 * slow or broken mail server does not affect the request.
 */
export async function queueMail(trx: Trx, orders: readonly MailOrder[]): Promise<void> {
  if (!queue || orders.length === 0) return
  await queue.insert(
    mailQueue,
    orders.map((order) => ({ data: storable(order) })),
    // Without Kysely plugins, because these are the library's columns.
    { db: fromKysely(trx.withoutPlugins()) },
  )
}

/** Queues mails about changes that several transactions have already committed. */
export async function queueMailAfterwards(db: Db, orders: readonly MailOrder[]): Promise<void> {
  if (queue && orders.length > 0) await db.transaction().execute((trx) => queueMail(trx, orders))
}

/**
 * Removes texts from the notifications in the queue that contain one of them, also from those that were sent, which the
 * queue keeps for a day.
 */
export async function blackOutMails(trx: Trx, texts: readonly string[]): Promise<void> {
  const { rows } = await sql`select where to_regclass('pgboss.job') is not null`.execute(trx)
  if (rows.length === 0) return
  await sql`
    update pgboss.job set data = jsonb_set(data, '{message}', to_jsonb(${removedText}::text))
    where name = ${mailQueue} and data ->> 'kind' = 'notification' and exists (
      select from unnest(${[...texts]}::text[]) quote (text) where position(quote.text in data ->> 'message') > 0
    )`.execute(trx)
}

/** Removes what PostgreSQL rejects in JSON (NUL and lone surrogates), so that no text can make a request fail. */
const storable = (order: MailOrder): MailOrder =>
  JSON.parse(
    JSON.stringify(order, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  )
