import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import { refuseOn } from '../../platform/db/violations.ts'

const emailTaken = (cause: unknown) =>
  new AppError('EMAIL_TAKEN', { cause, fieldErrors: { uemail: errors.EMAIL_TAKEN.message } })

const unknownDepartment = () => invalidFields({ udpid: errors.DEPARTMENT_NOT_FOUND.message })

/** Converts constraint violations when saving a person: the address is taken, or the department does not exist. */
export const refuseBadUser = <Result>(change: Promise<Result>): Promise<Result> =>
  refuseOn('foreignKey', unknownDepartment, refuseOn('unique', emailTaken, change))
