import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { DueDays } from '@malote/core/returns/return-days.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Direction, isInDirection } from '../../domain/visibility/directions.ts'
import { rangesOf } from './return-order.ts'
import { isListed, type ReturnScope } from './return-scope.ts'

/** Number of items of one status in a scope. Reads figures wherever the count could be large. */
export function totalOf(scope: ReturnScope, status: ItemStatus): RawBuilder<number> {
  const { directions, due, responsible, isReported } = scope
  if (isReported || typeof responsible === 'number' || (responsible === 'none' && due !== null))
    return counted(scope, status)
  const parts = directions.map((direction) => {
    if (due === null) return listedTotal(direction, status, responsible === 'none' ? 'n_unassigned' : 'n')
    const total = status === itemStatus.pending && dueTotal(direction, due)
    return total || counted({ ...scope, directions: [direction] }, status)
  })
  return sql<number>`(${sql.join(parts, sql` + `)})`
}

const listedTotal = (direction: Direction, status: ItemStatus, count: 'n' | 'n_unassigned') =>
  sql`(select coalesce(sum(${sql.ref(count)}), 0) from return_totals i
    where i.status = ${status} and ${isInDirection(direction, 'i')})`

/** Open items by due date; undefined between two given departments, for which no figure exists. */
function dueTotal({ from, to, notFrom }: Direction, due: DueDays) {
  if (from !== undefined && to !== undefined) return undefined
  const count =
    from !== undefined || to === undefined ? 'n_origin' : notFrom === undefined ? 'n_destination' : 'n - n_origin'
  const department = from ?? to
  const conditions = [
    ...(department === undefined ? [] : [sql`department_id = ${department}`]),
    ...(due.from ? [sql`return_date >= ${due.from}::date`] : []),
    ...(due.to ? [sql`return_date <= ${due.to}::date`] : []),
  ]
  return sql`(select coalesce(sum(${sql.raw(count)}), 0) from due_returns where ${sql.join(conditions, sql` and `)})`
}

/**
 * Counts what is few: items between two departments, of one person, with an open occurrence, or returned in a range of
 * dates.
 */
const counted = (scope: ReturnScope, status: ItemStatus) =>
  sql<number>`(${sql.join(
    rangesOf(scope).map((range) => sql`(select count(*) from items i where ${range} and ${isListed(scope, status)})`),
    sql` + `,
  )})`
