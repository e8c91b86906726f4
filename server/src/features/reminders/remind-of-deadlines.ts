import { receiptPatience } from '@malote/core/reminders/receipt-rules.ts'
import { businessDayOf } from '@malote/core/reminders/reminder-rules.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { firstDayLookedAt, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { holidaysBetween } from '../calendar/public.ts'
import { peopleToRemind } from './people.queries.ts'
import { remindPeople } from './remind-people.ts'
import { finishDay, isDayFinished } from './reminders.repo.ts'

/** People per transaction. Small, so that a profile change never waits long. */
const batchSize = 25

/**
 * Reminds everybody of items that are due tomorrow, due today or late (contract 11.19): on business days, once a day
 * per person. Can be called repeatedly and by several servers at once: it skips a finished day, and resumes an
 * interrupted one with the remaining people. Always refers to today, whatever the time of the call.
 *
 * @returns the number of people reminded
 * @throws AggregateError after everybody else was reminded, if some could not be; the day is then not finished
 */
export async function remindOfDeadlines(
  db: Db,
  { APP_TIMEZONE }: Pick<Config, 'APP_TIMEZONE'>,
  now: Date,
): Promise<number> {
  const today = civilDateIn(now, APP_TIMEZONE)
  const businessDay = businessDayOf(
    today,
    await holidaysBetween(db, firstDayLookedAt(today, receiptPatience.again), lastDayLookedAt(today, 1)),
  )
  if (!businessDay || (await isDayFinished(db, today))) return 0

  let told = 0
  const failures: unknown[] = []
  for await (const ids of peopleToRemind(db, batchSize)) {
    // An error in a batch may concern only one person, so each is retried alone.
    const batch = await remindPeople(db, ids, businessDay, now).catch(() => ({ told: 0, missed: ids }))
    told += batch.told
    for (const id of batch.missed) {
      try {
        told += (await remindPeople(db, [id], businessDay, now)).told
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} people were not reminded`)
  await finishDay(db, today, now)
  return told
}
