import type { ItemStatus } from '@malote/core/items/item-status.ts'
import { type RawBuilder, sql } from 'kysely'
import { isListed, isOnWay, type ReturnScope } from './return-scope.ts'

/**
 * How many items of one status a scope has: from the totals that the database keeps, or, between due dates, counted in
 * the index that has them in this order.
 */
export function totalOf({ ways, due }: ReturnScope, status: ItemStatus): RawBuilder<number> {
  const parts = ways.map((way) =>
    due === null
      ? sql`(select coalesce(sum(n), 0) from return_totals i where i.status = ${status} and ${isOnWay(way)})`
      : sql`(select count(*) from items i where ${isOnWay(way)} and ${isListed(status, due)})`,
  )
  return sql<number>`(${sql.join(parts, sql` + `)})`
}
