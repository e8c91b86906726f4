import type { Holiday, HolidayInput } from '@malote/core/calendar/holiday.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../platform/db/connect.ts'

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
