import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { nationalHolidaysOf } from './national-holidays.ts'

/** The years in which the dates of today's protocols may fall: last year for what is still out, three more for deadlines. */
export function yearsAround(today: CivilDate): number[] {
  const thisYear = Number(today.slice(0, 4))
  return [-1, 0, 1, 2, 3].map((distance) => thisYear + distance)
}

/**
 * Fills the calendar with the national holidays of `years`, each year once: what somebody has changed or removed since
 * stays so.
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

/** {@link ensureHolidays} for today's protocols; at every start and twice a year. */
export const fillCalendar = (db: Db, timeZone: string, now: Date): Promise<void> =>
  ensureHolidays(db, yearsAround(civilDateIn(now, timeZone)))

/** Two servers that start together: the second waits here and then finds nothing left to fill. */
async function claimYears(trx: Trx, years: readonly number[]): Promise<number[]> {
  const claimed = await trx
    .insertInto('holidayYears')
    .values(years.toSorted((a, b) => a - b).map((year) => ({ year })))
    .onConflict((year) => year.doNothing())
    .returning('year')
    .execute()
  return claimed.map(({ year }) => year)
}
