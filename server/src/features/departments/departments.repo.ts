import type { DepartmentInput } from '@malote/core/departments/department.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../db/connect.ts'

/** Holds the department until the end of the transaction. @throws AppError DEPARTMENT_NOT_FOUND */
export async function lockDepartment(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('departments').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('DEPARTMENT_NOT_FOUND')
}

export async function insertDepartment(trx: Trx, input: DepartmentInput): Promise<number> {
  const { id } = await trx.insertInto('departments').values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateDepartment = (trx: Trx, id: number, input: DepartmentInput) =>
  trx.updateTable('departments').set(columns(input)).where('id', '=', id).execute()

export const deleteDepartmentRow = (trx: Trx, id: number) =>
  trx.deleteFrom('departments').where('id', '=', id).execute()

// A field that the request does not name stays as it is.
const columns = ({ name, description }: DepartmentInput) => ({
  name,
  ...(description !== undefined && { description: description || null }),
})
