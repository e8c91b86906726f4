import type { Db } from '../../db/connect.ts'
import { insertEntry, lockEntry, updateEntry } from './entries.repo.ts'
import type { Register } from './register.ts'

/** @throws AppError as the register's `refuseTaken` */
export const createEntry = <Entry, Input>(db: Db, register: Register<Entry, Input>, input: Input): Promise<Entry> =>
  register.refuseTaken(
    db.transaction().execute(async (trx) => register.read(trx, await insertEntry(trx, register, input))),
  )

/**
 * @param body read once the entry is known to exist
 * @throws AppError the register's `notFound`, and as its `refuseTaken`
 */
export const editEntry = <Entry, Input>(
  db: Db,
  register: Register<Entry, Input>,
  id: number,
  body: () => Input,
): Promise<Entry> =>
  register.refuseTaken(
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, register, id)
      await updateEntry(trx, register, id, body())
      return register.read(trx, id)
    }),
  )
