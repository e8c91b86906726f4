import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { directionsIn, isInDirection } from './directions.ts'
import type { SqlScope } from './scope.ts'
import { hasStatusAndDays, type StatusAndDays } from './status-and-days.ts'

interface Part {
  /** A further condition on a column that `protocols` and `protocol_departments` share, given their alias. */
  also?: ((table: string) => RawBuilder<SqlBool>) | undefined
  /** The newest ones suffice, for a reader who orders them by age. */
  newest?: number | undefined
}

/**
 * The protocols of a list as a table `(id, created_at)`, read from the index with the list's order, so that a page is
 * an index-only scan. The membership table `protocol_departments` has the protocols of a department on either side.
 * Between two departments, each direction is a range of an index; with `newest` it ends after so many, and PostgreSQL
 * merges the two instead of reading and sorting everything that the departments ever sent each other.
 */
export function protocolsIn(
  scope: SqlScope,
  statusAndDays: StatusAndDays,
  { also, newest }: Part = {},
): RawBuilder<unknown> {
  const fits = (table: string) =>
    also ? sql`${hasStatusAndDays(table, statusAndDays)} and ${also(table)}` : hasStatusAndDays(table, statusAndDays)
  if (scope.kind === 'department') {
    return sql`(select m.protocol_id as id, m.created_at from protocol_departments m
      where m.department_id = ${scope.id} and ${fits('m')})`
  }
  const directions = directionsIn(scope)
  const end =
    newest === undefined || directions.length === 1 ? sql`` : sql`order by p.created_at desc, p.id desc limit ${newest}`
  const parts = directions.map(
    (direction) =>
      sql`(select p.id, p.created_at from protocols p where ${isInDirection(direction, 'p')} and ${fits('p')} ${end})`,
  )
  return parts.length === 1 ? sql`${parts[0]}` : sql`(${sql.join(parts, sql` union all `)})`
}
