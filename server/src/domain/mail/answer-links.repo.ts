import { answerLinkDays } from '@malote/core/answers/answer.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf, deleteInBatches } from '../../platform/db/statements.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

/** An item of a reminder, with its due date then. */
export interface AnswerableItem {
  itemId: number
  dueDate: CivilDate
}

/**
 * Makes a link for each item of a person's reminder, and returns their secrets in the same order. They cannot be read
 * again later: the database stores only their SHA-256.
 */
export async function issueAnswerLinks(
  db: Db,
  userId: number,
  items: readonly AnswerableItem[],
  now: Date,
): Promise<string[]> {
  const secrets = items.map(newToken)
  if (items.length === 0) return secrets
  await sql`
    insert into answer_links (secret_hash, user_id, item_id, return_date, created_at)
    select secret_hash, ${userId}::int, item_id, return_date, ${now}::timestamptz
    from unnest(
      ${secrets.map(tokenHash)}::bytea[],
      ${items.map(({ itemId }) => itemId)}::int[],
      ${items.map(({ dueDate }) => dueDate)}::date[]
    ) link (secret_hash, item_id, return_date)
  `.execute(db)
  return secrets
}

/** A link, as its answer needs it. */
export interface StoredAnswerLink {
  userId: number
  itemId: number
  returnDate: CivilDate
}

/** Uses up every link of the same reminder, and of earlier ones about the same due date. */
export const spendAnswerLinks = (trx: Trx, { userId, itemId, returnDate }: StoredAnswerLink, now: Date) =>
  trx
    .updateTable('answerLinks')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('itemId', '=', itemId)
    .where('returnDate', '=', returnDate)
    .where('usedAt', 'is', null)
    .execute()

/** Ends the links of people who were deactivated, or got another department or address. */
export const endAnswerLinks = (trx: Trx, userIds: readonly number[], now: Date) =>
  trx
    .updateTable('answerLinks')
    .set({ endedAt: now })
    .where('userId', '=', anyOf(userIds))
    .where('endedAt', 'is', null)
    .execute()

/** Deletes a person's answer links, which say of which items they were reminded. */
export const dropAnswerLinks = (trx: Trx, userId: number) =>
  trx.deleteFrom('answerLinks').where('userId', '=', userId).execute()

/** Days for which links are kept: an expired one can still say what became of its item. */
const kept = 3 * answerLinkDays

/**
 * Removes old links.
 *
 * @param batchSize rows per transaction
 * @returns the number of removed links
 */
export const forgetOldAnswerLinks = (db: Db, now: Date, batchSize = 5_000): Promise<number> =>
  deleteInBatches(
    db,
    batchSize,
    sql`
      delete from answer_links where id = any(array(
        select id from answer_links where created_at < ${now}::timestamptz - make_interval(days => ${kept})
        order by created_at limit ${batchSize}
      ))`,
  )
