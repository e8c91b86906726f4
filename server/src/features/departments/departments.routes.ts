import type { Department, DepartmentInput } from '@malote/core/departments/department.ts'
import {
  departmentEditWire,
  departmentInputWire,
  departmentSeenWire,
  departmentWire,
} from '@malote/core/departments/department.wire.ts'
import { canDeleteDepartment } from '@malote/core/departments/department-rules.ts'
import { z } from 'zod'
import { refuseTakenName } from '../../platform/db/same-names.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/public.ts'
import { listDepartments, readDepartment } from './departments.queries.ts'

/** Every signed-in user reads departments, Admins change them (contract 10.5). */
export async function departmentsRoutes(app: App) {
  app.get(
    '/api/departments',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(departmentWire) } } },
    () => listDepartments(app.db),
  )

  entryRoutes(app, '/api/departments', departments, {
    entry: departmentWire,
    input: departmentInputWire,
    edit: departmentEditWire,
  })
}

/** How departments are saved and deleted. */
const departments: Catalog<Department, DepartmentInput> = {
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
