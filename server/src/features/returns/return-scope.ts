import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type DueDays, dueDaysOfFilter } from '@malote/core/returns/return-days.ts'
import { type ReturnFilter, returnStatusesOf } from '@malote/core/returns/return-row.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, directionsIn } from '../../domain/visibility/directions.ts'
import { scopeOf } from '../../domain/visibility/scope.ts'
import { unindexed } from '../../platform/db/planner-hints.ts'

/** The items that a list covers, without the status. */
export interface ReturnScope {
  /** No item is in two of them. */
  directions: readonly Direction[]
  due: DueDays | null
  /** Only items of this person, or those that nobody answers for. */
  responsible: number | 'none' | undefined
  /** Only items with an open occurrence. */
  isReported: boolean
}

export const returnScopeOf = (viewer: Viewer, filter: ReturnFilter, today: CivilDate): ReturnScope => ({
  directions: directionsOf(viewer, filter),
  due: dueDaysOfFilter(filter, today),
  responsible: filter.responsible === 'me' ? viewer.id : filter.responsible,
  isReported: filter.occurrence === 1,
})

/** The statuses of a list, in its order. Returned items are never overdue, whatever their due date. */
export const statusesOf = ({
  status: asked,
  dateFilter,
}: Pick<ReturnFilter, 'status' | 'dateFilter'>): readonly ItemStatus[] =>
  returnStatusesOf[asked].filter((status) => dateFilter !== 'overdue' || status === itemStatus.pending)

/**
 * What the viewer may see, narrowed to the department of the filter (at either end) and to one side of the viewer's
 * department.
 */
function directionsOf(viewer: Viewer, { department, side }: Pick<ReturnFilter, 'department' | 'side'>): Direction[] {
  if (side === undefined) return directionsIn(scopeOf(viewer, department))
  const own = ownDepartment(viewer)
  const other = department === own ? undefined : department
  return [side === 'toReturn' ? { from: other, to: own } : { from: own, to: other }]
}

/**
 * Items of one status that require return, with or without a due date, in protocols that are not cancelled. The first
 * condition must match the predicate of the indexes `items_returns_…` exactly.
 */
export function isListed({ due, responsible, isReported }: ReturnScope, status: ItemStatus): RawBuilder<SqlBool> {
  // As a literal, which the predicate of items_unassigned_idx needs.
  const value = responsible === 'none' ? sql.lit(status) : status
  return listed(belongs, sql`i.status = ${value}`, sql`i.return_date`, due, [
    isOf(responsible, sql`i.responsible_id`),
    isReported && hasOccurrence,
  ])
}

/** Like {@link isListed}, for rows that another index has found. */
export const isListedToo = ({ due, responsible, isReported }: ReturnScope, status: ItemStatus): RawBuilder<SqlBool> =>
  listed(
    unindexed.condition(belongs),
    sql`${unindexed.text(sql`i.status`)} = ${status}`,
    unindexed.number(sql`i.return_date`),
    due,
    [isOf(responsible, unindexed.number(sql`i.responsible_id`)), isReported && hasOccurrence],
  )

const hasOccurrence = sql`exists (select from occurrences o where o.item_id = i.id and o.status = 'aberta')`

const isOf = (responsible: ReturnScope['responsible'], column: RawBuilder<unknown>) =>
  responsible === 'none' ? sql`${column} is null` : responsible !== undefined && sql`${column} = ${responsible}`

/** Whether the screen shows an item at all; `items_returns_idx` and others consist of these. */
const belongs = sql`(i.return_date is not null or i.must_return) and not i.in_cancelled_protocol`

function listed(
  isShown: RawBuilder<unknown>,
  hasStatus: RawBuilder<unknown>,
  date: RawBuilder<unknown>,
  due: DueDays | null,
  others: readonly (RawBuilder<unknown> | false)[],
) {
  const parts = [
    isShown,
    hasStatus,
    ...(due?.from ? [sql`${date} >= ${due.from}::date`] : []),
    ...(due?.to ? [sql`${date} <= ${due.to}::date`] : []),
    ...others.filter((part) => part !== false),
  ]
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
