import type { ItemStatus } from '@malote/core/items/item-status.ts'
import type { DueDays } from '@malote/core/returns/return-days.ts'
import type { ReturnFilter } from '@malote/core/returns/return-row.ts'
import { isAdmin, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Items on their way between departments: each of the two indexes has those of one end in the list's order. */
export interface Direction {
  from?: number
  to?: number
  notFrom?: number
}

/** Which items a list is about, without their status. */
export interface ReturnScope {
  /** No item lies on two of them. */
  directions: readonly Direction[]
  due: DueDays | null
}

/**
 * What the viewer may see (as `visibleTo` says it for single rows), narrowed to the department that the filter asks for
 * (at either end) and to one side of the viewer's own.
 */
export function directionsOf(
  viewer: Viewer,
  { department, side }: Pick<ReturnFilter, 'department' | 'side'>,
): Direction[] {
  // Nobody but an Admin is without a department; 0 is no department's id.
  const own = viewer.departmentId ?? 0
  const other = department === own ? undefined : department
  if (side === 'toReturn') return [other === undefined ? { to: own } : { from: other, to: own }]
  if (side === 'toReceive') return [other === undefined ? { from: own } : { from: own, to: other }]
  if (isAdmin(viewer)) return department === undefined ? [{}] : atEitherEnd(department)
  if (other === undefined) return atEitherEnd(own)
  return [
    { from: own, to: other },
    { from: other, to: own },
  ]
}

const atEitherEnd = (department: number): Direction[] => [{ from: department }, { to: department, notFrom: department }]

/** The scope as a condition on `items i` (or `return_totals i`), for an index of the departments to answer. */
export function isInDirection({ from, to, notFrom }: Direction): RawBuilder<SqlBool> {
  const parts = [
    from !== undefined && sql`i.origin_department_id = ${from}`,
    to !== undefined && sql`i.destination_department_id = ${to}`,
    notFrom !== undefined && sql`i.origin_department_id <> ${notFrom}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`
}

/** The same for rows that another index has found: the `+ 0` keeps those of the departments out. */
export function isInSomeDirection(directions: readonly Direction[]): RawBuilder<SqlBool> {
  const origin = sql`(i.origin_department_id + 0)`
  const destination = sql`(i.destination_department_id + 0)`
  const all = directions.map(({ from, to }) => {
    if (from !== undefined && to !== undefined) return sql`(${origin} = ${from} and ${destination} = ${to})`
    if (from !== undefined) return sql`${origin} = ${from}`
    return to === undefined ? sql`true` : sql`${destination} = ${to}`
  })
  return sql<SqlBool>`(${sql.join(all, sql` or `)})`
}

/**
 * Items that must come back, with or without a due date, of one status, in protocols that are not cancelled. The first
 * line is the condition of the indexes `items_returns_…`, word for word.
 */
export const isListed = (status: ItemStatus, due: DueDays | null): RawBuilder<SqlBool> =>
  listed(sql`i.status = ${status}`, sql`i.return_date`, due)

/** The same for rows that another index has found: no bitmap of all that has the status. */
export const isListedToo = (status: ItemStatus, due: DueDays | null): RawBuilder<SqlBool> =>
  listed(sql`(i.status || '') = ${status}`, sql`(i.return_date + 0)`, due)

function listed(hasStatus: RawBuilder<unknown>, date: RawBuilder<unknown>, due: DueDays | null) {
  const parts = [
    sql`(i.return_date is not null or i.must_return) and not i.in_cancelled_protocol`,
    hasStatus,
    ...(due?.from ? [sql`${date} >= ${due.from}::date`] : []),
    ...(due?.to ? [sql`${date} <= ${due.to}::date`] : []),
  ]
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}
