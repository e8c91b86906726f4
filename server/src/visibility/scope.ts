import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'

/**
 * The protocols that a list covers, in terms of its indexes: all, those of one department (on either side), or those
 * between two departments (in either direction).
 */
export type Scope = { kind: 'all' } | { kind: 'department'; id: number } | { kind: 'pair'; one: number; other: number }

/** What the viewer may see, narrowed to the department of the filter. */
export function scopeOf(viewer: Viewer, department?: number): Scope {
  const sight = sightOf(viewer)
  if (sight === 'everything') return department === undefined ? { kind: 'all' } : { kind: 'department', id: department }
  const own = sight.departmentId
  if (department === undefined || department === own) return { kind: 'department', id: own }
  return { kind: 'pair', one: own, other: department }
}
