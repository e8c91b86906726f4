import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'

/**
 * The years that dates of current protocols may be in: last year for items not yet returned, and three more for
 * due dates.
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

/**
 * The ten national holidays, by their rules in `date-holidays` (contract 11.6). Its list also has days that are not
 * national holidays by law, such as carnival and election Sundays.
 */
const nationalHolidays: Readonly<Record<string, string>> = {
  '01-01': 'Confraternização Universal',
  'easter -2': 'Sexta-feira Santa',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência do Brasil',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Dia Nacional de Zumbi e da Consciência Negra',
  '12-25': 'Natal',
}

/** The national holidays of a year, as legally valid then: 20/11 only since 2024. */
async function nationalHolidaysOf(year: number): Promise<{ date: CivilDate; name: string }[]> {
  // Imported on demand, because the package contains the holidays of the whole world.
  const { default: Holidays } = await import('date-holidays')
  return new Holidays('BR').getHolidays(year).flatMap(({ date, rule }) => {
    const name = nationalHolidays[rule]
    return name === undefined ? [] : [{ date: date.slice(0, 10), name }]
  })
}
