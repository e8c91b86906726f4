import { fromKysely, type PgBoss } from 'pg-boss'
import type { Trx } from '../../db/connect.ts'
import type { MailOrder } from './mail-order.ts'

/** Name of the queue in pg-boss. */
export const mailQueue = 'mail'

// One queue per process, opened where the process starts its jobs. Without it (no SMTP_URL, or a test of something
// else) nobody is written to, and whoever orders a mail need not know.
let queue: PgBoss | undefined

/** @param boss a started pg-boss that has the queue `mail`; undefined stops taking orders */
export function openMailQueue(boss: PgBoss | undefined): void {
  queue = boss
}

/**
 * Orders mails as part of the caller's transaction: they go out when it commits and never when it does not. Nothing is
 * sent here, so a mail server that is slow or dead is no concern of the request.
 */
export async function queueMail(trx: Trx, orders: readonly MailOrder[]): Promise<void> {
  if (!queue || orders.length === 0) return
  await queue.insert(
    mailQueue,
    orders.map((order) => ({ data: storable(order) })),
    // Without the plugins: the library's columns are its own.
    { db: fromKysely(trx.withoutPlugins()) },
  )
}

/** The same order without what JSON in PostgreSQL refuses, NUL and halves of characters: no letter may fail a request. */
const storable = (order: MailOrder): MailOrder =>
  JSON.parse(
    JSON.stringify(order, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  )
