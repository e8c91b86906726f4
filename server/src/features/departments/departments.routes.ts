import { departmentInputWire, departmentWire } from '@malote/core/departments/department.wire.ts'
import { z } from 'zod'
import type { App } from '../../fastify.ts'
import { idParams } from '../../lib/id-params.ts'
import { noContent } from '../../lib/no-content.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { requireAdmin } from '../../plugins/roles.ts'
import { deleteDepartment } from './delete-department.ts'
import { listDepartments } from './departments.queries.ts'
import { createDepartment, editDepartment } from './save-department.ts'

/** Everyone signed in reads, Admin changes (contract 10.5). */
export async function departmentsRoutes(app: App) {
  app.get('/api/departments', { schema: { response: { 200: z.array(departmentWire) } } }, () => listDepartments(app.db))

  app.post(
    '/api/departments',
    { onRequest: requireAdmin, schema: { body: departmentInputWire, response: { 201: departmentWire } } },
    async (request, reply) => reply.code(201).send(await createDepartment(app.db, request.body)),
  )

  app.put(
    '/api/departments/:id',
    {
      onRequest: requireAdmin,
      attachValidation: true,
      schema: { params: idParams, body: departmentInputWire, response: { 200: departmentWire } },
    },
    (request) => editDepartment(app.db, request.params.id, lazyBody(request)),
  )

  app.delete(
    '/api/departments/:id',
    { onRequest: requireAdmin, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteDepartment(app.db, request.params.id)
      return reply.code(204).send()
    },
  )
}
