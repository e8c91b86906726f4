import { departmentEditWire, departmentInputWire, departmentWire } from '@malote/core/departments/department.wire.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { entryRoutes } from '../catalogs/public.ts'
import { listDepartments } from './departments.queries.ts'
import { departments } from './departments.register.ts'

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
