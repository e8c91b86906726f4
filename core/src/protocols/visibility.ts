import { type Role, role } from '../users/role.ts'
import { ownDepartment, type Viewer } from '../users/viewer.ts'
import type { Route } from './protocol-rules.ts'

/*
 * Who may see what, said once (contract 10.1): departments have custody and people act for them, so both ends of a
 * protocol see it, with all that belongs to it. Some roles see everything. The server's `visibility` folder turns this
 * into SQL: conditions on rows, the scopes of lists, the recipients of notifications.
 */

export const rolesThatSeeEverything: readonly Role[] = [role.admin]

/** The protocols that a user may see: all, or those that one department sent or received. */
export type Sight = 'everything' | { departmentId: number }

export const sightOf = (viewer: Pick<Viewer, 'role' | 'departmentId'>): Sight =>
  rolesThatSeeEverything.includes(viewer.role) ? 'everything' : { departmentId: ownDepartment(viewer) }

export function canSee(viewer: Pick<Viewer, 'role' | 'departmentId'>, route: Route): boolean {
  const sight = sightOf(viewer)
  if (sight === 'everything') return true
  return [route.originDepartmentId, route.destinationDepartmentId].includes(sight.departmentId)
}
