import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { directionsIn, isInDirection } from './directions.ts'
import type { Scope } from './scope.ts'
import { hasStatusAndDays, type StatusAndDays } from './status-and-days.ts'

/**
 * The protocols of a list as a table `(id, created_at)`, read from the index with the list's order, so that a page is
 * an index-only scan. The membership table `protocol_departments` has the protocols of a department on either side.
 *
 * @param also a further condition on a column that `protocols` and `protocol_departments` share, given their alias
 */
export function protocolsIn(
  scope: Scope,
  statusAndDays: StatusAndDays,
  also?: (table: string) => RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const fits = (table: string) =>
    also ? sql`${hasStatusAndDays(table, statusAndDays)} and ${also(table)}` : hasStatusAndDays(table, statusAndDays)
  if (scope.kind === 'department') {
    return sql`(select m.protocol_id as id, m.created_at from protocol_departments m
      where m.department_id = ${scope.id} and ${fits('m')})`
  }
  const parts = directionsIn(scope).map(
    (direction) =>
      sql`(select p.id, p.created_at from protocols p where ${isInDirection(direction, 'p')} and ${fits('p')})`,
  )
  return parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join(parts, sql` union all `)})`
}
