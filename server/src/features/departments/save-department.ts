import type { Department, DepartmentInput } from '@malote/core/departments/department.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { readDepartment } from './departments.queries.ts'
import { insertDepartment, lockDepartment, updateDepartment } from './departments.repo.ts'

/** @throws AppError NAME_TAKEN, whatever the letter case */
export const createDepartment = (db: Db, input: DepartmentInput): Promise<Department> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => readDepartment(trx, await insertDepartment(trx, input))),
  )

/**
 * @param body read once the department is known to exist
 * @throws AppError DEPARTMENT_NOT_FOUND, NAME_TAKEN
 */
export const editDepartment = (db: Db, id: number, body: () => DepartmentInput): Promise<Department> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => {
      await lockDepartment(trx, id)
      await updateDepartment(trx, id, body())
      return readDepartment(trx, id)
    }),
  )

const nameTaken = (cause: unknown) =>
  new AppError('NAME_TAKEN', { fieldErrors: { dpname: errors.NAME_TAKEN.message }, cause })
