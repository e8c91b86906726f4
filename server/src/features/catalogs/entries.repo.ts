import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Catalog } from './catalog.ts'

/** Any catalog, for functions that do not depend on its fields. */
type AnyCatalog = Pick<Catalog<unknown, never>, 'table' | 'notFound'>

type Written<Input> = Pick<Catalog<unknown, Input>, 'table' | 'columns'>

/** Locks the entry until the transaction ends. @throws AppError the catalog's `notFound` */
export async function lockEntry(trx: Trx, { table, notFound }: AnyCatalog, id: number): Promise<void> {
  const row = await trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError(notFound)
}

/** @returns the new entry's id */
export async function insertEntry<Input>(trx: Trx, { table, columns }: Written<Input>, input: Input): Promise<number> {
  const { id } = await trx.insertInto(table).values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateEntry = <Input>(trx: Trx, { table, columns }: Written<Input>, id: number, input: Input) =>
  trx.updateTable(table).set(columns(input)).where('id', '=', id).execute()

export const deleteEntryRow = (trx: Trx, { table }: AnyCatalog, id: number) =>
  trx.deleteFrom(table).where('id', '=', id).execute()
