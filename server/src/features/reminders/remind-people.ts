import {
  type BusinessDay,
  businessDayOf,
  receiptBusinessDays,
  receiptThresholds,
  reminderDue,
} from '@malote/core/reminders/reminder-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { firstDayLookedAt, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { writeNotifications } from '../../domain/notices/write-notifications.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { avoidTableScans } from '../../platform/db/statements.ts'
import type { Config } from '../../platform/settings/config.ts'
import { holidaysBetween } from '../calendar/holidays.repo.ts'
import {
  type Cursor,
  concerningItems,
  lockPeopleToRemind,
  type Person,
  peopleToRemind,
  remindedOn,
} from './due-items.queries.ts'
import { type Digest, emptyDigest, mailOf, mostAwaited, noticeOf, withReminder } from './reminder-digest.ts'
import { finishDay, isDayFinished, type Reminder, recordAwaitedReceipts, recordReminders } from './reminders.repo.ts'

/** Maximum number of items in memory at once. */
const batchSize = 1_000

/**
 * Number of reminders after which a transaction takes no further person: people stay locked until its end, and changes
 * of them wait.
 */
const mostRecorded = 1_000

/** Result of an attempt to remind people. */
interface Reminded {
  /** Number of people who got a reminder. */
  reminded: number
  /** People who were locked by another transaction, or for whom this one was full; to be retried one by one. */
  missed: readonly number[]
}

/**
 * Reminds people of everything that is due: one notification and one mail per person, in the transaction that records
 * the reminders, so that a second instance finds them done.
 */
export const remindPeople = (db: Db, ids: readonly number[], businessDay: BusinessDay, now: Date): Promise<Reminded> =>
  db.transaction().execute(async (trx) => {
    // PostgreSQL reuses the plan made in the morning, when the table of reminders is empty, while the table grows.
    await avoidTableScans(trx)
    const people = await lockPeopleToRemind(trx, ids)
    const reminded = await remindedOn(trx, ids, businessDay.today)
    const waiting = people.filter(({ id }) => !reminded.has(id))
    const { reached, digests: ofItems } = await digestsFor(trx, waiting, businessDay)
    const digests = await withAwaitedReceipts(trx, waiting.slice(0, reached), ofItems, businessDay)
    await writeNotifications(
      trx,
      digests.map(({ userId, digest }) => ({ userId, ...noticeOf(digest, businessDay.today), createdAt: now })),
    )
    await queueMail(
      trx,
      digests.map(({ userId, digest }) => ({ kind: 'reminder', userId, ...mailOf(digest, businessDay.today) })),
    )
    const left = new Set(waiting.slice(reached).map(({ id }) => id))
    const held = new Set(people.map(({ id }) => id).filter((id) => !left.has(id)))
    return { reminded: digests.length, missed: ids.length > 1 ? ids.filter((id) => !held.has(id)) : [] }
  })

interface DigestOfPerson {
  userId: number
  digest: Digest
}

/**
 * The digest of each person, without people who have no items. Also records the reminders.
 *
 * @returns `reached`: how many of the people it took, see {@link mostRecorded}
 */
async function digestsFor(
  trx: Trx,
  people: readonly Person[],
  businessDay: BusinessDay,
): Promise<{ reached: number; digests: DigestOfPerson[] }> {
  const digests: DigestOfPerson[] = []
  let reached = 0
  let total = 0
  let unrecorded: Reminder[] = []
  const record = async () => {
    await recordReminders(trx, businessDay.today, unrecorded)
    unrecorded = []
  }
  for (const person of people) {
    if (total >= mostRecorded) break
    reached += 1
    let digest = emptyDigest
    let after: Cursor | undefined
    do {
      const items = await concerningItems(trx, person, businessDay, after, batchSize)
      for (const item of items) {
        const kind = reminderDue(item, businessDay)
        if (kind === undefined) continue
        digest = withReminder(digest, { ...item, kind })
        unrecorded.push({ userId: person.id, id: item.id, dueDate: item.dueDate, kind })
      }
      if (unrecorded.length >= batchSize) await record()
      after = items.length === batchSize ? items.at(-1) : undefined
    } while (after)
    total += digest.total
    if (digest.total > 0) digests.push({ userId: person.id, digest })
  }
  await record()
  return { reached, digests }
}

/** Adds the protocols that nobody has received (contract 20.8), for people without due items, too. Records them. */
async function withAwaitedReceipts(
  trx: Trx,
  people: readonly Person[],
  digests: readonly DigestOfPerson[],
  businessDay: BusinessDay,
): Promise<DigestOfPerson[]> {
  const ids = people.map(({ id }) => id)
  const thresholds = receiptThresholds(businessDay)
  const awaited = await recordAwaitedReceipts(trx, ids, businessDay.today, thresholds, mostAwaited)
  const byPerson = new Map(digests.map(({ userId, digest }) => [userId, digest]))
  for (const { userId, total, named } of awaited) {
    const digest = byPerson.get(userId) ?? emptyDigest
    byPerson.set(userId, { ...digest, awaited: total, awaitedReceipts: named })
  }
  return [...byPerson].map(([userId, digest]) => ({ userId, digest }))
}

/** People per transaction. Small, so that a profile change never waits long. */
const peoplePerBatch = 25

/**
 * Reminds everybody of items that are due tomorrow, due today or late (contract 11.19): on business days, once a day
 * per person. Several servers may call it at once, and again: it skips a finished day, and resumes an interrupted one
 * with the remaining people. Always refers to today, whatever the time of the call.
 *
 * @returns the number of people reminded
 * @throws AggregateError after everybody else was reminded, if some could not be; the day is then not finished
 */
export async function remindOfDueDates(
  db: Db,
  { APP_TIMEZONE }: Pick<Config, 'APP_TIMEZONE'>,
  now: Date,
): Promise<number> {
  const today = civilDateIn(now, APP_TIMEZONE)
  const businessDay = businessDayOf(
    today,
    await holidaysBetween(db, firstDayLookedAt(today, receiptBusinessDays.again), lastDayLookedAt(today, 1)),
  )
  if (!businessDay || (await isDayFinished(db, today))) return 0

  let reminded = 0
  const failures: unknown[] = []
  for await (const ids of peopleToRemind(db, peoplePerBatch)) {
    // An error in a batch may concern only one person, so each is retried alone.
    const batch = await remindPeople(db, ids, businessDay, now).catch(() => ({ reminded: 0, missed: ids }))
    reminded += batch.reminded
    for (const id of batch.missed) {
      try {
        reminded += (await remindPeople(db, [id], businessDay, now)).reminded
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} people were not reminded`)
  await finishDay(db, today, now)
  return reminded
}
