import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

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
