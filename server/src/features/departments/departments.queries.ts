import type { Department } from '@malote/core/departments/department.ts'
import type { Db } from '../../platform/db/connect.ts'

// protocolsCount comes from a total that is read once for all departments, so that no page counts protocols.
const departments = (db: Db) =>
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
export const listDepartments = (db: Db): Promise<Department[]> =>
  departments(db).orderBy('name').orderBy('id').execute()

export const readDepartment = (db: Db, id: number): Promise<Department> =>
  departments(db).where('departments.id', '=', id).executeTakeFirstOrThrow()
