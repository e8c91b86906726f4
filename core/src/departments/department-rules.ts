import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Department } from './department.ts'

/** Departments that people or protocols belong to stay (contract 2.12.2). Whose wish it is, is not asked here. */
export const canDeleteDepartment = ({
  usersCount,
  protocolsCount,
}: Pick<Department, 'usersCount' | 'protocolsCount'>): Verdict =>
  usersCount > 0 || protocolsCount > 0 ? refused('DEPARTMENT_IN_USE') : allowed
