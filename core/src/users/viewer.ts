import { type Role, role } from './role.ts'

/** The user on whose behalf a request runs. */
export interface Viewer {
  id: number
  name: string
  role: Role
  /** null only for an Admin without a department: the first one, before any department exists. */
  departmentId: number | null
}

/** The user's department, or 0, which no department has as id, for an Admin without one. */
export const ownDepartment = ({ departmentId }: Pick<Viewer, 'departmentId'>): number => departmentId ?? 0

/** May administer settings and users (contract 10.5). */
export const isAdmin = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.admin

/** Gestor of their department (contract 6.5). */
export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.manager
