import { removedText } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutMails } from '../mail/mail-queue.ts'

/** Something that was announced, and what was said of it. */
export interface Announced {
  /** When, as the history has it: notifications of the same act have the same time. */
  at: string
  /** Texts of which a notification contains one, if it quotes what is removed. */
  texts: readonly string[]
}

/**
 * Removes texts from the notifications that quote them, and from mails in the queue. Open pages of their readers are
 * told to load them again. Mails that were sent cannot be called back.
 */
export async function blackOutNotices(trx: Trx, acts: readonly Announced[]): Promise<void> {
  const quotes = acts.flatMap(({ at, texts }) => texts.map((text) => ({ at, text })))
  if (quotes.length === 0) return
  const times = [...new Set(quotes.map(({ at }) => at))]
  const texts = quotes.map(({ text }) => text)
  await sql`
    with removed as (
      update notifications n set message = ${removedText}
      where n.created_at = any(${times}::timestamptz[]) and exists (
        select from unnest(${quotes.map(({ at }) => at)}::timestamptz[], ${texts}::text[]) quote (at, text)
        where quote.at = n.created_at and position(quote.text in n.message) > 0
      )
      returning user_id
    )
    select pg_notify('live_changed', 'inbox ' || user_id) from (select distinct user_id from removed) readers
  `.execute(trx)
  await blackOutMails(trx, texts)
}
