import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { isAdmin, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Which protocols a list is about, as its indexes know them: all of them, those of one department (on either side), or
 * those between two departments (in either direction).
 */
export type Scope = { kind: 'all' } | { kind: 'department'; id: number } | { kind: 'pair'; one: number; other: number }

/** What the viewer may see (as `visibleTo` says it for single rows), narrowed to the department that the filter asks for. */
export function scopeOf(viewer: Viewer, department: number | undefined): Scope {
  // Nobody but an Admin is without a department; 0 is no department's id.
  const own = isAdmin(viewer) ? undefined : (viewer.departmentId ?? 0)
  if (own === undefined) return department === undefined ? { kind: 'all' } : { kind: 'department', id: department }
  if (department === undefined || department === own) return { kind: 'department', id: own }
  return { kind: 'pair', one: own, other: department }
}

/** Status and days; days are civil days of `timeZone`, both ends included, clamped to what PostgreSQL can count with. */
export interface StatusAndDays {
  status: string | undefined
  startDate: CivilDate | undefined
  endDate: CivilDate | undefined
  timeZone: string
}

/** The part of a filter that narrows a scope; the department is in the scope itself, see {@link scopeOf}. */
export const statusAndDaysOf = (
  { status, startDate, endDate }: Pick<ProtocolFilter, 'status' | 'startDate' | 'endDate'>,
  timeZone: string,
): StatusAndDays => ({
  status,
  startDate: startDate && clamped(startDate),
  endDate: endDate && clamped(endDate),
  timeZone,
})

/** Where days that nobody named begin and end. */
export const firstDay: CivilDate = '1900-01-01'
export const lastDay: CivilDate = '9998-12-31'
const clamped = (date: CivilDate) => (date < firstDay ? firstDay : date > lastDay ? lastDay : date)

/** Conditions on the columns `status` and `created_at` of `table`; composed, so that the plan knows which ones exist. */
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

/**
 * The scope as a condition on `table`, protocols or items (which carry a copy), for rows that another index has found.
 *
 * The `+ 0` keeps the indexes of the departments out: a bitmap of all that a department has would cost more than it
 * spares.
 */
export function isInScope(scope: Scope, table: string): RawBuilder<SqlBool> {
  if (scope.kind === 'all') return sql<SqlBool>`true`
  const origin = sql`(${sql.ref(`${table}.origin_department_id`)} + 0)`
  const destination = sql`(${sql.ref(`${table}.destination_department_id`)} + 0)`
  if (scope.kind === 'department') return sql<SqlBool>`(${origin} = ${scope.id} or ${destination} = ${scope.id})`
  const { one, other } = scope
  return sql<SqlBool>`((${origin} = ${one} and ${destination} = ${other}) or (${origin} = ${other} and ${destination} = ${one}))`
}

/**
 * The protocols of a list as a table `(id, created_at)`, in an index that has them in the list's order: a page is an
 * index-only scan of it.
 */
export function sourceOf(scope: Scope, statusAndDays: StatusAndDays): RawBuilder<unknown> {
  if (scope.kind === 'all')
    return sql`(select p.id, p.created_at from protocols p where ${hasStatusAndDays('p', statusAndDays)})`
  if (scope.kind === 'department') {
    return sql`(select m.protocol_id as id, m.created_at from protocol_departments m
      where m.department_id = ${scope.id} and ${hasStatusAndDays('m', statusAndDays)})`
  }
  const direction = (from: number, to: number) => sql`(select p.id, p.created_at from protocols p
    where p.origin_department_id = ${from} and p.destination_department_id = ${to} and ${hasStatusAndDays('p', statusAndDays)})`
  return sql`(${direction(scope.one, scope.other)} union all ${direction(scope.other, scope.one)})`
}
