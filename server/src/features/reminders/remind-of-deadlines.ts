import { businessDayOf, longestBreak } from '@malote/core/reminders/reminder-rules.ts'
import { addDays, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { holidaysBetween } from '../calendar/public.ts'
import { peopleToRemind } from './people.queries.ts'
import { remindPeople } from './remind-people.ts'
import { finishDay, isDayFinished } from './reminders.repo.ts'

/** People of one transaction: nobody who changes their profile meanwhile waits long. */
const batchSize = 25

/**
 * Tells everybody what is due tomorrow, due today and late (contract 11.19): on business days, each person once a day.
 * To be called again and again: a day that is finished is left alone, one that was broken off goes on with whoever is
 * left, and several servers may do it at once. It speaks of today only, whenever today it is called.
 *
 * @returns how many people were told
 * @throws AggregateError once everybody else was told, when somebody could not be; the day is then not finished
 */
export async function remindOfDeadlines(
  db: Db,
  { APP_TIMEZONE }: Pick<Config, 'APP_TIMEZONE'>,
  now: Date,
): Promise<number> {
  const today = civilDateIn(now, APP_TIMEZONE)
  const businessDay = businessDayOf(
    today,
    await holidaysBetween(db, addDays(today, -longestBreak), addDays(today, longestBreak)),
  )
  if (!businessDay || (await isDayFinished(db, today))) return 0

  let told = 0
  const failures: unknown[] = []
  for await (const ids of peopleToRemind(db, batchSize)) {
    // What goes wrong in a batch concerns one of them: each is then tried alone.
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
