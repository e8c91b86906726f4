import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { isAnonymized } from './anonymized.ts'
import { type Role, role } from './role.ts'
import type { User } from './user.ts'
import { isAdmin, isManager, type Viewer } from './viewer.ts'

/** What the rules need to know about the user that is read or changed. */
export interface Subject {
  id: number
  email: string
  role: Role
  isActive: boolean
  protocolsCreated: number
}

/** Reading the list of users: Admin and Gestor (contract 10.6). */
export function canReadUsers(viewer: Pick<Viewer, 'role'>): Verdict {
  return isAdmin(viewer) || isManager(viewer) ? allowed : refused('ONLY_ADMINS_AND_MANAGERS')
}

/** Changing settings, catalogs, users and the calendar: Admin (contract 10.5, 10.6). */
export function canAdminister(viewer: Pick<Viewer, 'role'>): Verdict {
  return isAdmin(viewer) ? allowed : refused('ONLY_ADMINS')
}

/** Only active users can get a new link to choose a password. */
export function canInviteUser(viewer: Pick<Viewer, 'role'>, subject: Pick<Subject, 'isActive'>): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  return subject.isActive ? allowed : refused('USER_INACTIVE')
}

/** Everything that is stored of a person: for themselves, and for an Admin who answers a request (LGPD, art. 18). */
export function canExportPersonalData(viewer: Pick<Viewer, 'id' | 'role'>, userId: number): Verdict {
  return viewer.id === userId || isAdmin(viewer) ? allowed : refused('ONLY_OWN_DATA')
}

/**
 * Only people who have left, and who hold nothing any more, can be made anonymous.
 *
 * @param pendingItems number of pending items for which the person is responsible
 */
export function canAnonymize(
  viewer: Pick<Viewer, 'role'>,
  subject: Pick<Subject, 'email' | 'isActive'>,
  pendingItems: number,
): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  return canBeAnonymized(subject, pendingItems)
}

/** {@link canAnonymize} for the retention period, which nobody asks for. */
export function canBeAnonymized(subject: Pick<Subject, 'email' | 'isActive'>, pendingItems: number): Verdict {
  if (isAnonymized(subject)) return refused('USER_ANONYMIZED')
  if (subject.isActive) return refused('USER_STILL_ACTIVE')
  return pendingItems > 0 ? refused('USER_HOLDS_ITEMS') : allowed
}

/**
 * The last active Admin can be neither deactivated nor demoted, so that one Admin always remains. Users cannot
 * deactivate themselves, because they would lock themselves out. Anonymised people stay as they are.
 *
 * @param after         role and activity that the user would have
 * @param activeAdmins  number of active Admins now, the user included
 */
export function canChangeUser(
  viewer: Pick<Viewer, 'id' | 'role'>,
  subject: Pick<Subject, 'id' | 'email' | 'role' | 'isActive'>,
  after: Pick<Subject, 'role' | 'isActive'>,
  activeAdmins: number,
): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  if (isAnonymized(subject)) return refused('USER_ANONYMIZED')
  const remains = keepsAnAdmin(subject, after, activeAdmins)
  if (!remains.allowed) return remains
  if (viewer.id === subject.id && !after.isActive) return refused('OWN_ACCOUNT_STAYS_ACTIVE')
  return allowed
}

/**
 * Whether a change affects how a user signs in, or with what rights, or makes an Admin of them again: the Admin must prove
 * again who they are.
 */
export const changesAccess = (before: Access, after: Access): boolean =>
  before.email.toLowerCase() !== after.email.toLowerCase() ||
  before.role !== after.role ||
  (administers(after) && !administers(before))

type Access = Pick<User, 'email' | 'role' | 'isActive'>

/**
 * Whether a user can be given another role, whoever gives it: an active Admin remains, and only an Admin has no
 * department.
 *
 * @param activeAdmins  number of active Admins now, the user included
 */
export function canHaveRole(
  subject: Pick<Subject, 'role' | 'isActive'> & Pick<Viewer, 'departmentId'>,
  after: Role,
  activeAdmins: number,
): Verdict {
  if (subject.departmentId === null && after !== role.admin) return refused('DEPARTMENT_MISSING')
  return keepsAnAdmin(subject, { ...subject, role: after }, activeAdmins)
}

const keepsAnAdmin = (
  before: Pick<Subject, 'role' | 'isActive'>,
  after: Pick<Subject, 'role' | 'isActive'>,
  activeAdmins: number,
): Verdict => (isLastAdmin(before, activeAdmins) && !administers(after) ? refused('LAST_ADMIN') : allowed)

const isLastAdmin = (person: Pick<Subject, 'role' | 'isActive'>, activeAdmins: number) =>
  administers(person) && activeAdmins <= 1

/**
 * Users cannot delete themselves, the last active Admin, or a user who created protocols.
 *
 * @param activeAdmins  number of active Admins now, the user included
 */
export function canDeleteUser(viewer: Pick<Viewer, 'id' | 'role'>, subject: Subject, activeAdmins: number): Verdict {
  const verdict = canAdminister(viewer)
  if (!verdict.allowed) return verdict
  if (viewer.id === subject.id) return refused('NOT_YOURSELF')
  if (isLastAdmin(subject, activeAdmins)) return refused('LAST_ADMIN')
  if (subject.protocolsCreated > 0) return refused('USER_HAS_PROTOCOLS')
  return allowed
}

/** Whether a user is an active Admin. */
export const administers = (person: Pick<Subject, 'role' | 'isActive'>): boolean =>
  person.role === role.admin && person.isActive
