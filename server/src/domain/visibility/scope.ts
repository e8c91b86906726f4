import { sightOf } from '@malote/core/protocols/visibility.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import type { RawBuilder } from 'kysely'

/**
 * The protocols that a list covers, in terms of its indexes: all, those of one department (on either side), or those
 * between two departments (in either direction).
 */
export type Scope<Id = number> = { kind: 'all' } | { kind: 'department'; id: Id } | { kind: 'pair'; one: Id; other: Id }

/** A department's id, or its place in a statement. */
export type SqlId = number | RawBuilder<number>

/** A scope, for statements that are compiled once too. */
export type SqlScope = Scope<SqlId>

/** The department under which `due_protocols` counts the whole organisation. */
export const everywhere = 0

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
