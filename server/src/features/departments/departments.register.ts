import type { Department, DepartmentInput } from '@malote/core/departments/department.ts'
import { departmentSeenWire } from '@malote/core/departments/department.wire.ts'
import { canDeleteDepartment } from '@malote/core/departments/department-rules.ts'
import { refuseTakenName } from '../../platform/db/same-names.ts'
import type { Register } from '../catalogs/public.ts'
import { readDepartment } from './departments.queries.ts'

/** How departments are saved and deleted. */
export const departments: Register<Department, DepartmentInput> = {
  table: 'departments',
  audit: { kind: 'department', nameOf: ({ name }) => name },
  columns: ({ name, description }) => ({
    name,
    ...(description !== undefined && { description: description || null }),
  }),
  read: readDepartment,
  seen: departmentSeenWire,
  canDelete: canDeleteDepartment,
  notFound: 'DEPARTMENT_NOT_FOUND',
  inUse: 'DEPARTMENT_IN_USE',
  refuseTaken: (change) => refuseTakenName('departments', change),
}
