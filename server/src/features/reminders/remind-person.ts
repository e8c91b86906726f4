import { type Morning, reminderDue } from '@malote/core/reminders/reminder-rules.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connect.ts'
import { queueMail } from '../mail/public.ts'
import { writeNotification } from '../notifications/public.ts'
import { concerningItems, type Place } from './deadlines.queries.ts'
import { lockPersonToRemind } from './people.queries.ts'
import { type Digest, emptyDigest, mailOf, noticeOf, withReminder } from './reminder-digest.ts'
import { recordReminders } from './reminders.repo.ts'

/** Items that are in the memory at once. */
const batchSize = 1_000

/**
 * Tells one person of everything that is due: one notification and one mail, in one transaction with what remembers it.
 *
 * @returns false when there was nothing to tell
 */
export const remindPerson = (db: Db, userId: number, morning: Morning, now: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // The table of reminders is empty when a morning begins and its plan is kept while it grows: never the one for empty.
    await sql`set local enable_seqscan = off`.execute(trx)
    const digest = await digestFor(trx, userId, morning)
    if (digest.total === 0) return false
    await writeNotification(trx, { userId, ...noticeOf(digest, morning.today), createdAt: now })
    await queueMail(trx, [{ kind: 'reminder', userId, ...mailOf(digest, morning.today) }])
    return true
  })

async function digestFor(trx: Trx, userId: number, morning: Morning): Promise<Digest> {
  let digest = emptyDigest
  const person = await lockPersonToRemind(trx, userId, morning.today)
  if (!person) return digest
  let after: Place | undefined
  do {
    const items = await concerningItems(trx, person, morning, after, batchSize)
    const reminders = items.flatMap((item) => {
      const kind = reminderDue(item, morning)
      return kind === undefined ? [] : [{ ...item, kind }]
    })
    await recordReminders(trx, userId, morning.today, reminders)
    digest = reminders.reduce(withReminder, digest)
    after = items.length === batchSize ? items.at(-1) : undefined
  } while (after)
  return digest
}
