import type { Holiday } from '@malote/core/calendar/holiday.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Db } from '../../platform/db/connect.ts'

const holidaysIn = (db: Db, from: CivilDate, to: CivilDate) =>
  db.selectFrom('holidays').where('date', '>=', from).where('date', '<=', to).orderBy('date')

/**
 * The holidays that *Dias úteis* skips besides weekends, as core's `dueDate` takes them.
 *
 * @param db also a transaction
 * @param from first civil date, inclusive
 * @param to last civil date, inclusive
 */
export async function holidaysBetween(db: Db, from: CivilDate, to: CivilDate): Promise<ReadonlySet<CivilDate>> {
  const rows = await holidaysIn(db, from, to).select('date').execute()
  return new Set(rows.map(({ date }) => date))
}

/** The same days with their names, in order of date. */
export const listHolidays = (db: Db, from: CivilDate, to: CivilDate): Promise<Holiday[]> =>
  holidaysIn(db, from, to)
    .select(['date', 'name'])
    .select((eb) => eb.ref('kind').$castTo<Holiday['kind']>().as('kind'))
    .execute()
