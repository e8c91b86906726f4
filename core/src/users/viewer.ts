import { type Role, role } from './role.ts'

/** The person on whose behalf something is asked or done. */
export interface Viewer {
  id: number
  name: string
  role: Role
  /** null only for an Admin who was not given a department yet: the first one, before any exists. */
  departmentId: number | null
}

/** The department that a person acts for. 0, which is no department's id, for an Admin who has none. */
export const ownDepartment = ({ departmentId }: Pick<Viewer, 'departmentId'>): number => departmentId ?? 0

/** May administer: settings and people (contract 10.5). */
export const isAdmin = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.admin

/** Gestor of their department (contract 6.5). */
export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.manager
