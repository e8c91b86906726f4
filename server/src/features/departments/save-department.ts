import type { Department, DepartmentInput } from '@malote/core/departments/department.ts'
import type { Db } from '../../db/connect.ts'
import { refuseTakenName } from '../../db/same-names.ts'
import { readDepartment } from './departments.queries.ts'
import { insertDepartment, lockDepartment, updateDepartment } from './departments.repo.ts'

/** @throws AppError NAME_TAKEN, whatever letter case, accents and blanks */
export const createDepartment = (db: Db, input: DepartmentInput): Promise<Department> =>
  refuseTakenName(
    'departments',
    db.transaction().execute(async (trx) => readDepartment(trx, await insertDepartment(trx, input))),
  )

/**
 * @param body read once the department is known to exist
 * @throws AppError DEPARTMENT_NOT_FOUND, NAME_TAKEN
 */
export const editDepartment = (db: Db, id: number, body: () => DepartmentInput): Promise<Department> =>
  refuseTakenName(
    'departments',
    db.transaction().execute(async (trx) => {
      await lockDepartment(trx, id)
      await updateDepartment(trx, id, body())
      return readDepartment(trx, id)
    }),
  )
