import { type Holiday, type HolidayEdit, type HolidayInput, holidaySeen } from '@malote/core/calendar/holiday.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { ensureSeen } from '../../lib/ensure-seen.ts'
import { deleteHolidayRow, insertHoliday, lockHoliday, updateHoliday } from './holidays.repo.ts'

/** @throws AppError HOLIDAY_TAKEN */
export const createHoliday = (db: Db, input: HolidayInput): Promise<Holiday> =>
  refuseOn(
    'unique',
    holidayTaken,
    db.transaction().execute(async (trx) => {
      const holiday: Holiday = { ...input, kind: 'local' }
      await insertHoliday(trx, holiday)
      return holiday
    }),
  )

/**
 * @param body read only after checking that the holiday exists
 * @throws AppError HOLIDAY_NOT_FOUND, HOLIDAY_TAKEN, CHANGED_MEANWHILE
 */
export const editHoliday = (db: Db, date: CivilDate, body: () => HolidayEdit): Promise<Holiday> =>
  refuseOn(
    'unique',
    holidayTaken,
    db.transaction().execute(async (trx) => {
      const before = await lockHoliday(trx, date)
      const { current, ...input } = body()
      const after = await updateHoliday(trx, date, input)
      ensureSeen(holidaySeen, current, before, after)
      return after
    }),
  )

/**
 * Deletes any holiday. Deleted national ones are not added again, because `holiday_years` records the years already
 * filled.
 *
 * @throws AppError HOLIDAY_NOT_FOUND
 */
export const deleteHoliday = (db: Db, date: CivilDate): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockHoliday(trx, date)
    await deleteHolidayRow(trx, date)
  })

const holidayTaken = (cause: unknown) =>
  new AppError('HOLIDAY_TAKEN', { fieldErrors: { date: errors.HOLIDAY_TAKEN.message }, cause })
