import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { deleteDepartmentRow, lockDepartment } from './departments.repo.ts'

/**
 * Whether it is in use is the foreign keys' to say: they also see whoever joins or sends at the same moment.
 *
 * @throws AppError DEPARTMENT_NOT_FOUND, DEPARTMENT_IN_USE
 */
export const deleteDepartment = (db: Db, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('DEPARTMENT_IN_USE', { cause }),
    db.transaction().execute(async (trx) => {
      await lockDepartment(trx, id)
      await deleteDepartmentRow(trx, id)
    }),
  )
