import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { type Role, role, roles } from '../users/role.ts'
import { canAdminister } from '../users/user-rules.ts'
import type { Viewer } from '../users/viewer.ts'

/** Who must take a second step to sign in with a password (`REQUIRE_SECOND_STEP`). */
export const secondStepDemands = ['off', 'admins', 'managers', 'all'] as const
export type SecondStepDemand = (typeof secondStepDemands)[number]

/** Each demand includes the roles of the one before. */
const demandedOf: Record<SecondStepDemand, readonly Role[]> = {
  off: [],
  admins: [role.admin],
  managers: [role.admin, role.manager],
  all: roles,
}

/** The roles of which a second step is demanded. */
export const rolesWithSecondStep = (demand: SecondStepDemand): readonly Role[] => demandedOf[demand]

/** Whether this person must take a second step. */
export const needsSecondStep = (demand: SecondStepDemand, person: { role: Role }): boolean =>
  rolesWithSecondStep(demand).includes(person.role)

/**
 * Removing an enrolled method. The last one stays while the organisation demands a second step; a new phone is enrolled
 * over the old one instead.
 *
 * @param others number of methods that would remain
 */
export const canRemoveMethod = (isRequired: boolean, others: number): Verdict =>
  isRequired && others === 0 ? refused('SECOND_STEP_REQUIRED') : allowed

/**
 * Removing somebody's second step, e.g. after they lost their phone: Admin. One's own is removed in the profile, which
 * asks for the password.
 */
export function canResetSecondStep(viewer: Pick<Viewer, 'id' | 'role'>, subject: { id: number }): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  return viewer.id === subject.id ? refused('OWN_SECOND_STEP') : allowed
}
