import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isInDirection, isInSomeDirection } from '../../domain/visibility/directions.ts'
import { isListed, type ReturnScope } from './return-scope.ts'

/**
 * The order within one status. Open items: earliest due date first, items without a date last. Completed items: latest
 * date first. Both read the same indexes, in opposite directions.
 */
export function orderOf(status: ItemStatus, table: string): RawBuilder<unknown> {
  const date = sql.ref(`${table}.return_date`)
  const id = sql.ref(`${table}.id`)
  return status === itemStatus.completed ? sql`${date} desc, ${id} desc` : sql`${date}, ${id}`
}

/**
 * The first `most` items of one status, as a table `(id, return_date)`. Each direction has its own order and limit, so
 * that PostgreSQL merges index scans instead of reading and sorting all open items. The items of one person are one
 * range of `items_responsible_id_idx`, whatever their direction.
 *
 * @param condition further condition on `items i`
 */
export function firstOf(
  scope: ReturnScope,
  status: ItemStatus,
  most: number,
  condition?: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const parts = rangesOf(scope).map(
    (range) => sql`(select i.id, i.return_date from items i
      where ${range} and ${isListed(scope, status)} ${condition ? sql`and ${condition}` : sql``}
      order by ${orderOf(status, 'i')} limit ${most})`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}

/**
 * Conditions on `items i` that each select one range of an index; no item is in two of them. Items with an open
 * occurrence are few, so that they are looked up one by one.
 */
export function rangesOf({ directions, responsible, isReported }: ReturnScope): RawBuilder<SqlBool>[] {
  if (isReported) {
    const open = directions.map(
      (direction) =>
        sql`select item_id from occurrences o where ${isInDirection(direction, 'o')} and o.status = 'aberta'`,
    )
    return [sql<SqlBool>`i.id = any(array(${sql.join(open, sql` union all `)}))`]
  }
  return typeof responsible === 'number'
    ? [isInSomeDirection(directions, 'i')]
    : directions.map((direction) => isInDirection(direction, 'i'))
}
