import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { nationalHolidaysOf } from './national-holidays.ts'

/**
 * The years that dates of current protocols may be in: last year for items not yet returned, and three more for
 * deadlines.
 */
export function yearsAround(today: CivilDate): number[] {
  const thisYear = Number(today.slice(0, 4))
  return [-1, 0, 1, 2, 3].map((distance) => thisYear + distance)
}

/**
 * Adds the national holidays of `years` to the calendar, once per year, so that later changes and deletions by users
 * remain.
 */
export const ensureHolidays = (db: Db, years: readonly number[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const year of await claimYears(trx, years)) {
      const holidays = await nationalHolidaysOf(year)
      const rows = holidays.map((holiday) => ({ ...holiday, kind: 'national' }))
      await trx
        .insertInto('holidays')
        .values(rows)
        .onConflict((date) => date.doNothing())
        .execute()
    }
  })

/** {@link ensureHolidays} for the years of current protocols; called at every start and twice a year. */
export const fillCalendar = (db: Db, timeZone: string, now: Date): Promise<void> =>
  ensureHolidays(db, yearsAround(civilDateIn(now, timeZone)))

/** Of two servers that start at once, the second waits here and then has no years left to fill. */
async function claimYears(trx: Trx, years: readonly number[]): Promise<number[]> {
  const claimed = await trx
    .insertInto('holidayYears')
    .values(years.toSorted((a, b) => a - b).map((year) => ({ year })))
    .onConflict((year) => year.doNothing())
    .returning('year')
    .execute()
  return claimed.map(({ year }) => year)
}
