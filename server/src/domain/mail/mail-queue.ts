import { removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Trx } from '../../platform/db/connect.ts'
import type { AnswerableItem } from './answer-links.repo.ts'

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
export async function queueMail(
  trx: Trx,
  orders: readonly MailOrder[],
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  if (!queue || orders.length === 0) return
  await queue.insert(
    mailQueue,
    orders.map((order) => ({ data: storable(order), ...(afterSeconds && { startAfter: afterSeconds }) })),
    // Without Kysely plugins, because these are the library's columns.
    { db: fromKysely(trx.withoutPlugins()) },
  )
}

/**
 * Removes the words of the notifications about a protocol, or about several, that servers of 1.0.0 have queued and that
 * contain one of these texts, also of those that were sent, which the queue keeps for a day. Those that wait are not sent.
 */
export async function blackOutMails(trx: Trx, protocolId: number, texts: readonly string[]): Promise<void> {
  const { rows } = await sql`select where to_regclass('pgboss.job') is not null`.execute(trx)
  if (rows.length === 0) return
  await sql`
    update pgboss.job set data = jsonb_set(data, '{message}', to_jsonb(${removedText}::text))
    where name = ${mailQueue} and data ->> 'kind' = 'notification' and data ? 'message'
      and coalesce((data ->> 'protocolId')::int, ${protocolId}) = ${protocolId}
      and exists (
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

/** An item in the mail of a reminder. */
export interface ReminderLine {
  protocolId: number
  /** `Item 12/2026 (Contrato)` */
  item: string
  /** `Recursos Humanos → Jurídico` */
  path: string
  /** `vence amanhã` */
  words: string
  isOverdue: boolean
  /** What the line's links answer; absent when it offers none. */
  answers?: AnswerableItem
}

/**
 * A mail in the queue: recipient and reason, never a token. The text is written when it is sent, from the person's data
 * at that time.
 */
export type MailOrder =
  | { kind: 'invitation'; userId: number }
  /** An Admin asks for a link on behalf of a person who has a password; `by` is the Admin's name. */
  | { kind: 'passwordLink'; userId: number; by: string }
  /** The address as typed, whether or not it belongs to a person. */
  | { kind: 'passwordReset'; email: string }
  | NoticeOrder
  | NoticeBundle
  | NoticeOrderWithText
  /** A day's anchor of the history, for an address of ANCHOR_MAIL. `day` is `yyyy-MM-dd`, `hash` hexadecimal. */
  | { kind: 'anchor'; to: string; number: number; day: string; hash: string }
  /** A notice about the person's own account. */
  | {
      kind: 'account'
      userId: number
      title: string
      message: string
      /** The address before, which gets this copy. */
      to?: string
      /** When the address changed, in milliseconds: the mail has a link that confirms it. */
      confirms?: number
    }
  /** One person's due items, and the protocols that nobody has received. */
  | {
      kind: 'reminder'
      userId: number
      title: string
      lines: ReminderLine[]
      /** Number of items and protocols that are not in `lines`. */
      omitted: number
      /** How many of them are protocols; absent in mails that an earlier release queued. */
      omittedProtocols?: number
      because: string
    }

/** A notification of the app, whose words are read when the mail is sent. */
export interface NoticeOrder {
  kind: 'notification'
  userId: number
  notificationId: number
  /** All protocols that it tells of: the person must still see each of them. */
  protocolIds: readonly number[]
  /** A server of 1.0.0 fails because of it, and leaves the mail to another one; without it, it would drop the mail. */
  protocolId: null
}

export const noticeOrder = (userId: number, notificationId: number, protocolIds: readonly number[]): NoticeOrder => ({
  ...{ kind: 'notification', userId, notificationId, protocolIds, protocolId: null },
})

/** The notices of one person's acts for another person that wait until then, together. */
export interface NoticeBundle {
  kind: 'notification'
  userId: number
  by: number
  /** Instant; names the bundle. */
  until: string
  protocolId: null
}

export const noticeBundle = (userId: number, by: number, until: string): NoticeBundle => ({
  ...{ kind: 'notification', userId, by, until, protocolId: null },
})

/** The same as servers of 1.0.0 queue it. Its notification has the same words, unless it was withdrawn or removed. */
export interface NoticeOrderWithText {
  kind: 'notification'
  userId: number
  title: string
  message: string
  because: string
  protocolId: number | null
}

export type OrderOf<Kind extends MailOrder['kind']> = Extract<MailOrder, { kind: Kind }>
