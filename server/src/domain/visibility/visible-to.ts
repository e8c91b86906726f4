import { rolesThatSeeEverything, sightOf } from '@malote/core/protocols/visibility.ts'
import type { Role } from '@malote/core/users/role.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A viewer in a statement. A statement that is compiled once has a place for the department (`db/statements.ts`). */
export interface SqlViewer {
  role: Role
  departmentId: number | null | RawBuilder<unknown>
}

/**
 * What a viewer may see, as a condition on a single row.
 *
 * @param table name or alias of a table with the two departments: `protocols`, or `items` and `history` with their
 * copies
 */
export function visibleTo({ role, departmentId }: SqlViewer, table = 'protocols'): RawBuilder<SqlBool> {
  const isPlace = typeof departmentId === 'object' && departmentId !== null
  const sight = sightOf({ role, departmentId: isPlace ? null : departmentId })
  if (sight === 'everything') return sql<SqlBool>`true`
  return sql<SqlBool>`${isPlace ? departmentId : sight.departmentId} in (${endsOf(table)})`
}

/** The inverse: whether people (rows of `users`) see a protocol. */
export const seesProtocol = (protocolId: number | RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  users.role = any(${[...rolesThatSeeEverything]}::text[])
  or exists (select from protocols where id = ${protocolId} and users.department_id in (${endsOf('protocols')}))
)`

const endsOf = (table: string) =>
  sql`${sql.ref(`${table}.origin_department_id`)}, ${sql.ref(`${table}.destination_department_id`)}`

/**
 * The protocols that a list covers, in terms of its indexes: all, those of one department (on either side), or those
 * between two departments (in either direction).
 */
export type Scope<Id = number> = { kind: 'all' } | { kind: 'department'; id: Id } | { kind: 'pair'; one: Id; other: Id }

/** A department's id, or its place in a statement. */
export type SqlId = number | RawBuilder<number>

/** A scope, for statements that are compiled once too. */
export type SqlScope = Scope<SqlId>

/** What the viewer may see, narrowed to the department of the filter. */
export function scopeOf(viewer: Viewer, department?: number): Scope {
  const sight = sightOf(viewer)
  if (sight === 'everything') return department === undefined ? { kind: 'all' } : { kind: 'department', id: department }
  return narrowed(sight.departmentId, department)
}

/** The protocols of the viewer's department, also for an Admin, narrowed to the department of the filter. */
export const ownScopeOf = (viewer: Viewer, department?: number): Scope => narrowed(ownDepartment(viewer), department)

const narrowed = (own: number, department: number | undefined): Scope =>
  department === undefined || department === own
    ? { kind: 'department', id: own }
    : { kind: 'pair', one: own, other: department }

/**
 * Whether the responsible user of an item can answer for it: is active and in its destination. False without one. An
 * expression for statements that read items.
 *
 * @param item alias of a row of `items`
 */
export const isResponsibleThere = (item: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from users r where r.id = ${sql.ref(`${item}.responsible_id`)} and r.is_active
    and r.department_id = ${sql.ref(`${item}.destination_department_id`)}
)`
