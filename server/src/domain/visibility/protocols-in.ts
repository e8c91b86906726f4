import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Direction, directionsIn, isInDirection } from './directions.ts'
import type { SqlScope } from './visible-to.ts'

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

/** A table with the two departments and a status, such as `occurrences o`. */
interface ListedTable {
  table: string
  alias: string
}

/** The rows of some directions in some statuses. */
interface Ranges {
  /** No row is in two of them. */
  directions: readonly Direction[]
  statuses: readonly string[]
}

/**
 * The newest `most` rows as a table `(id)`. Each direction and status is one range of an index, which has the order of the
 * list, so that no page reads more than itself.
 *
 * @param condition further condition on the rows
 */
export function newestIn(
  { table, alias }: ListedTable,
  { directions, statuses }: Ranges,
  most: number,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const ranges = directions.flatMap((direction) =>
    statuses.map(
      (status) => sql`(select ${column('id')} from ${sql.table(table)} ${sql.id(alias)}
        where ${isInDirection(direction, alias)} and ${column('status')} = ${status} and ${condition}
        order by ${column('id')} desc limit ${most})`,
    ),
  )
  return sql`(select id from (${sql.join(ranges, sql` union all `)}) ranges order by id desc limit ${most})`
}

/** Filter by status and days. Days are civil days of `timeZone`, both ends included, clamped to PostgreSQL's range. */
export interface StatusAndDays {
  /** A status, or its place in a statement. */
  status: string | RawBuilder<string> | undefined
  startDate: CivilDate | undefined
  endDate: CivilDate | undefined
  timeZone: string
}

/** The part of a filter that narrows a scope, except the department, which is in the scope itself. */
export const statusAndDaysOf = (
  { status, startDate, endDate }: Pick<ProtocolFilter, 'status' | 'startDate' | 'endDate'>,
  timeZone: string,
): StatusAndDays => ({
  status,
  startDate: startDate && clampedDay(startDate),
  endDate: endDate && clampedDay(endDate),
  timeZone,
})

/** Used when the filter has no start or end date. */
export const firstDay: CivilDate = '1900-01-01'
export const lastDay: CivilDate = '9998-12-31'
/** The day within PostgreSQL's range. */
export const clampedDay = (date: CivilDate): CivilDate => (date < firstDay ? firstDay : date > lastDay ? lastDay : date)

/**
 * Conditions on the columns `status` and `created_at` of `table`. Only the given ones are included, so that the planner
 * knows which apply.
 */
export function hasStatusAndDays(
  table: string,
  { status, startDate, endDate, timeZone }: StatusAndDays,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const parts = [
    status !== undefined && sql`${column('status')} = ${status}`,
    startDate !== undefined && sql`${column('created_at')} >= ${startDate}::date::timestamp at time zone ${timeZone}`,
    endDate !== undefined && sql`${column('created_at')} < (${endDate}::date + 1)::timestamp at time zone ${timeZone}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`
}
