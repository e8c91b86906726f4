import { type Role, role } from './role.ts'

/** The person on whose behalf something is asked or done. */
export interface Viewer {
  id: number
  name: string
  role: Role
  /** null only for an Admin who was not given a department yet: the first one, before any exists. */
  departmentId: number | null
}

/** May administer: settings and people; sees every protocol (contract 10.1, 10.5). */
export const isAdmin = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.admin

/** Gestor of their department (contract 6.5). */
export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.manager
