import type { DueInputs } from '@malote/core/due-dates/derive-due-date.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { dayCount } from '@malote/core/shared/due-date.ts'
import { sql } from 'kysely'

/** The inputs of a due date as an item has them in its row. */
export interface DueInputColumns {
  countedFrom: CivilDate | null
  countedDays: number | null
  countedInBusinessDays: boolean | null
  countedUntil: CivilDate | null
  grantedUntil: CivilDate | null
}

/** {@link DueInputColumns} of items as `i`. */
export const dueInputColumns = sql`i.counted_from, i.counted_days, i.counted_in_business_days, i.counted_until, i.granted_until`

export const inputsOf = ({
  countedFrom,
  countedDays,
  countedInBusinessDays,
  ...until
}: DueInputColumns): DueInputs => ({
  ...{ countedUntil: until.countedUntil, grantedUntil: until.grantedUntil },
  count:
    countedFrom === null || countedDays === null
      ? null
      : {
          ...{ from: countedFrom, days: countedDays },
          dayCount: countedInBusinessDays ? dayCount.business : dayCount.calendar,
        },
})

export const columnsOf = ({ count, countedUntil, grantedUntil }: DueInputs): DueInputColumns => ({
  countedFrom: count?.from ?? null,
  countedDays: count?.days ?? null,
  countedInBusinessDays: count && count.dayCount === dayCount.business,
  countedUntil,
  grantedUntil,
})
