import type { AboutItem } from '@malote/core/items/item.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * SQL expressions for core's `AboutItem`, for statements that join {@link aboutItemTables}.
 *
 * @param row alias of a table with the ids of an item, its protocol and its two departments
 */
export function aboutItemExpressions(row: string): Record<keyof AboutItem, RawBuilder<unknown>> {
  const of = sql.id(row)
  return {
    protocolId: sql`${of}.protocol_id`,
    itemId: sql`${of}.item_id`,
    documentNumber: sql`i.document_number`,
    itemType: sql`t.name`,
    itemDescription: sql`i.description`,
    originDepartment: sql`origin.name`,
    originDepartmentId: sql`${of}.origin_department_id`,
    destinationDepartment: sql`destination.name`,
    destinationDepartmentId: sql`${of}.destination_department_id`,
  }
}

/** Joins the item of such a row as `i`, its type as `t`, and the departments as `origin` and `destination`. */
export function aboutItemTables(row: string) {
  const of = sql.id(row)
  return sql`
    join items i on i.id = ${of}.item_id
    join item_types t on t.id = i.item_type_id
    join departments origin on origin.id = ${of}.origin_department_id
    join departments destination on destination.id = ${of}.destination_department_id`
}
