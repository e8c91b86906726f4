import { isAdmin, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * What a viewer may see: everything for an Admin, else what has the viewer's department at one end (contract 10.1). The
 * one predicate of visibility; `canSee` in core says the same of a protocol that is already at hand.
 *
 * @param table name or alias of a table that has the two departments: `protocols`, and `items` and `history` with their copies
 */
export function visibleTo(viewer: Viewer, table = 'protocols'): RawBuilder<SqlBool> {
  if (isAdmin(viewer)) return sql<SqlBool>`true`
  const end = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`${viewer.departmentId} in (${end('origin_department_id')}, ${end('destination_department_id')})`
}
