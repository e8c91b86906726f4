import { type Role, role } from './role.ts'

/** The person on whose behalf something is asked or done. */
export interface Viewer {
  id: number
  name: string
  role: Role
  /** null only for an Admin who was not given a department yet: the first one, before any exists. */
  departmentId: number | null
}

export const isAdmin = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.admin

export const isManager = (viewer: Pick<Viewer, 'role'>): boolean => viewer.role === role.manager
