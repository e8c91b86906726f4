import { type Role, role } from '../users/role.ts'

/** Who may sign in with a password (`PASSWORD_LOGIN`). */
export const passwordLogins = ['on', 'off', 'admins'] as const
export type PasswordLogin = (typeof passwordLogins)[number]

/** Whether a person of this role may sign in with a password, and choose one. */
export const mayUsePassword = (policy: PasswordLogin, person: { role: Role }): boolean =>
  policy === 'on' || (policy === 'admins' && person.role === role.admin)
