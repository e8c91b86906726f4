import type { Department } from '@malote/core/departments/department.ts'
import type { Db } from '../../db/connect.ts'

// protocolsCount comes from the totals that the triggers keep: no page counts protocols.
const departments = (db: Db) =>
  db.selectFrom('departments').select((eb) => [
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
    eb
      .selectFrom('departmentTotals')
      .whereRef('departmentTotals.departmentId', '=', 'departments.id')
      .select((totals) => totals.fn.coalesce(totals.fn.sum<number>('n'), totals.lit(0)).as('n'))
      .$asScalar()
      .$notNull()
      .as('protocolsCount'),
  ])

/** All of them, in the alphabetical order of the column's pt-BR collation. */
export const listDepartments = (db: Db): Promise<Department[]> =>
  departments(db).orderBy('name').orderBy('id').execute()

export const readDepartment = (db: Db, id: number): Promise<Department> =>
  departments(db).where('departments.id', '=', id).executeTakeFirstOrThrow()
