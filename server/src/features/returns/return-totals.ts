import type { ItemStatus } from '@malote/core/items/item-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { isInDirection } from '../../visibility/directions.ts'
import { isListed, type ReturnScope } from './return-scope.ts'

/**
 * How many items of one status a scope has: from the totals that the database keeps, or, between due dates, counted in
 * the index that has them in this order.
 */
export function totalOf({ directions, due }: ReturnScope, status: ItemStatus): RawBuilder<number> {
  const parts = directions.map((direction) =>
    due === null
      ? sql`(select coalesce(sum(n), 0) from return_totals i where i.status = ${status} and ${isInDirection(direction, 'i')})`
      : sql`(select count(*) from items i where ${isInDirection(direction, 'i')} and ${isListed(status, due)})`,
  )
  return sql<number>`(${sql.join(parts, sql` + `)})`
}
