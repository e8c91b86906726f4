import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Department } from './department.ts'

/** A department with users or protocols cannot be deleted (contract 2.12.2). Does not check the viewer's role. */
export const canDeleteDepartment = ({
  usersCount,
  protocolsCount,
}: Pick<Department, 'usersCount' | 'protocolsCount'>): Verdict =>
  usersCount > 0 || protocolsCount > 0 ? refused('DEPARTMENT_IN_USE') : allowed
