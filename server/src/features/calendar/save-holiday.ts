import { changedFields } from '@malote/core/audit/changed-fields.ts'
import { type Holiday, type HolidayEdit, type HolidayInput, holidaySeen } from '@malote/core/calendar/holiday.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import { ensureSeen } from '../../domain/ensure-seen.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { deleteHolidayRow, insertHoliday, lockHoliday, updateHoliday } from './holidays.repo.ts'

/** @throws AppError HOLIDAY_TAKEN */
export const createHoliday = (db: Db, actor: Actor, input: HolidayInput): Promise<Holiday> =>
  refuseOn(
    'unique',
    holidayTaken,
    db.transaction().execute(async (trx) => {
      const holiday: Holiday = { ...input, kind: 'local' }
      await insertHoliday(trx, holiday)
      await recordHoliday(trx, actor, null, holiday)
      return holiday
    }),
  )

/**
 * @param body read only after checking that the holiday exists
 * @throws AppError HOLIDAY_NOT_FOUND, HOLIDAY_TAKEN, CHANGED_MEANWHILE
 */
export const editHoliday = (db: Db, actor: Actor, date: CivilDate, body: () => HolidayEdit): Promise<Holiday> =>
  refuseOn(
    'unique',
    holidayTaken,
    db.transaction().execute(async (trx) => {
      const before = await lockHoliday(trx, date)
      const { current, ...input } = body()
      const after = await updateHoliday(trx, date, input)
      ensureSeen(holidaySeen, current, before, after)
      await recordHoliday(trx, actor, before, after)
      return after
    }),
  )

/**
 * Deletes any holiday. Deleted national ones are not added again, because `holiday_years` records the years already
 * filled.
 *
 * @throws AppError HOLIDAY_NOT_FOUND
 */
export const deleteHoliday = (db: Db, actor: Actor, date: CivilDate): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockHoliday(trx, date)
    await deleteHolidayRow(trx, date)
    await recordHoliday(trx, actor, before, null)
  })

/** Records a change of the calendar; `before` is null for a new holiday, `after` for a deleted one. */
async function recordHoliday(trx: Trx, actor: Actor, before: Holiday | null, after: Holiday | null) {
  const [old, current] = [before ?? {}, after ?? {}].map(({ date, name }: Partial<Holiday>) => ({ date, name }))
  const changed = changedFields(old ?? {}, current ?? {})
  const named = after ?? before
  if (!changed || !named) return
  await recordAudit(trx, {
    ...{ action: 'calendar.changed', actor, address: actor.address },
    subject: { kind: 'holiday', id: named.date, name: named.name },
    ...(before && { before: changed.before }),
    ...(after && { after: changed.after }),
  })
}

const holidayTaken = (cause: unknown) =>
  new AppError('HOLIDAY_TAKEN', { fieldErrors: { date: errors.HOLIDAY_TAKEN.message }, cause })
