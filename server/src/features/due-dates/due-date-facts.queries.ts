import type { DueDateChange } from '@malote/core/due-dates/due-date-explanation.ts'
import type { DueDateBasis, DueDateFacts, Ending, NamedDay } from '@malote/core/due-dates/due-date-facts.ts'
import type { DueLimit } from '@malote/core/due-dates/due-date-rules.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { countedDays, type DayCount, dayCount, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { dueLimitOf } from '../../domain/visibility/hops.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isoInstant } from '../../platform/db/statements.ts'
import { listHolidays } from '../calendar/holidays.repo.ts'

interface Row {
  status: ItemStatus
  mustReturn: boolean
  returnDate: CivilDate | null
  originalReturnDate: CivilDate | null
  dueDays: number | null
  dueInBusinessDays: boolean | null
  dueHolidays: NamedDay[] | null
  /** The days of the present category. */
  returnDays: number | null
  dayCount: DayCount | null
  /** Instants. */
  sentAt: string
  actualReturnDate: string | null
  completedAt: string | null
  cancelledAt: string | null
  dueLimit: DueLimit | null
  changes: DueDateChange[]
}

/**
 * What explains the due date of an item. Reads the holidays of today only for an item that does not remember its own.
 *
 * @param timeZone IANA name, APP_TIMEZONE
 * @returns undefined for an item that the viewer may not see
 */
export async function findDueDateFacts(
  db: Db,
  viewer: Viewer,
  itemId: number,
  timeZone: string,
): Promise<DueDateFacts | undefined> {
  const { rows } = await sql<Row>`
    select i.status, i.must_return, i.return_date, i.original_return_date, i.due_days, i.due_in_business_days, i.due_holidays,
      c.return_days, c.day_count, i.created_at as sent_at, i.actual_return_date, i.completed_at, i.cancelled_at,
      ${dueLimitOf('i')} as due_limit,
      (
        select coalesce(json_agg(json_build_object(
          'from', d.from_date, 'to', d.to_date, 'by', u.name, 'at', ${isoInstant(sql`d.changed_at`)},
          'reason', filled_in(d.reason, d.texts), 'kind', d.kind
        ) order by d.id), '[]')
        from due_date_changes d left join users u on u.id = d.changed_by where d.item_id = i.id
      ) as changes
    from items i left join categories c on c.id = i.category_id
    where i.id = ${itemId} and ${visibleTo(viewer, 'i')}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { returnDate, originalReturnDate, changes, dueLimit } = row
  const dayOf = (instant: string) => civilDateIn(new Date(instant), timeZone)
  const sentOn = dayOf(row.sentAt)
  const basis = basisOf(row)
  return {
    ...{ returnDate, originalReturnDate, sentOn, basis, changes, dueLimit },
    presentBasis: basis ? null : await presentBasisOf(db, row, sentOn),
    ending: endingOf(row, dayOf),
  }
}

function basisOf({ dueDays, dueInBusinessDays, dueHolidays }: Row): DueDateBasis | null {
  if (dueDays === null) return null
  const count = dueInBusinessDays ? dayCount.business : dayCount.calendar
  return { days: dueDays, dayCount: count, holidays: dueHolidays ?? [] }
}

async function presentBasisOf(db: Db, row: Row, sentOn: CivilDate): Promise<DueDateBasis | null> {
  const days = countedDays(row.returnDays)
  if (!row.mustReturn || row.returnDate === null || row.dayCount === null || days <= 0) return null
  return { days, dayCount: row.dayCount, holidays: await listHolidays(db, sentOn, lastDayLookedAt(sentOn, days)) }
}

function endingOf(
  { status, actualReturnDate, completedAt, cancelledAt }: Row,
  dayOf: (instant: string) => CivilDate,
): Ending | null {
  if (status === itemStatus.pending) return null
  const at = actualReturnDate ?? completedAt ?? cancelledAt
  return at === null ? null : { status, cameBack: actualReturnDate !== null, on: dayOf(at) }
}
