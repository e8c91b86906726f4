import type { Holiday, HolidayInput } from '@malote/core/calendar/holiday.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'

/** Locks the holiday until the transaction ends. @throws AppError HOLIDAY_NOT_FOUND */
export async function lockHoliday(trx: Trx, date: CivilDate): Promise<Holiday> {
  const row = await trx
    .selectFrom('holidays')
    .select(['date', 'name', 'kind'])
    .where('date', '=', date)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('HOLIDAY_NOT_FOUND')
  return row as Holiday
}

export const insertHoliday = (trx: Trx, holiday: Holiday) => trx.insertInto('holidays').values(holiday).execute()

/** Keeps the kind, which says whether the holiday was set by law or by an Admin. */
export async function updateHoliday(trx: Trx, date: CivilDate, input: HolidayInput): Promise<Holiday> {
  const row = await trx
    .updateTable('holidays')
    .set(input)
    .where('date', '=', date)
    .returning(['date', 'name', 'kind'])
    .executeTakeFirstOrThrow()
  return row as Holiday
}

export const deleteHolidayRow = (trx: Trx, date: CivilDate) =>
  trx.deleteFrom('holidays').where('date', '=', date).execute()

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
