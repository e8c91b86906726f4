import {
  canDeleteDepartment,
  type Department,
  type DepartmentInput,
  departmentEditWire,
  departmentInputWire,
  departmentSeenWire,
  departmentWire,
} from '@malote/core/departments/department.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { refuseTakenName } from '../../platform/db/failures.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/entry-routes.ts'

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

// protocolsCount comes from a total that is read once for all departments, so that no page counts protocols.
const listed = (db: Db) =>
  db
    .selectFrom('departments')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('departmentTotals')
          .select(({ fn }) => ['departmentId', fn.sum<number>('n').as('n')])
          .groupBy('departmentId')
          .as('totals'),
      (join) => join.onRef('totals.departmentId', '=', 'departments.id'),
    )
    .select((eb) => [
      'departments.id',
      'name',
      'description',
      eb
        .selectFrom('users')
        .whereRef('users.departmentId', '=', 'departments.id')
        .select((users) => users.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('usersCount'),
      eb.fn.coalesce('totals.n', eb.lit(0)).as('protocolsCount'),
    ])

/** All departments, in the alphabetical order of the column's pt-BR collation. */
const listDepartments = (db: Db): Promise<Department[]> => listed(db).orderBy('name').orderBy('id').execute()

const readDepartment = (db: Db, id: number): Promise<Department> =>
  listed(db).where('departments.id', '=', id).executeTakeFirstOrThrow()

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
