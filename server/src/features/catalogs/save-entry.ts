import { ensureSeen } from '../../domain/ensure-seen.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { insertEntry, lockEntry, updateEntry } from './entries.repo.ts'
import { recordEntryChange } from './record-entry-change.ts'
import type { EntryEdit, Register } from './register.ts'

/** @throws AppError as the register's `refuseTaken` */
export const createEntry = <Entry, Input>(
  db: Db,
  register: Register<Entry, Input>,
  actor: Actor,
  input: Input,
): Promise<Entry> =>
  register.refuseTaken(
    db.transaction().execute(async (trx) => {
      const id = await insertEntry(trx, register, input)
      const after = await register.read(trx, id)
      await recordEntryChange(trx, register, actor, { id, after })
      return after
    }),
  )

/**
 * @param body read only after checking that the entry exists
 * @throws AppError the register's `notFound`, CHANGED_MEANWHILE, and as its `refuseTaken`
 */
export const editEntry = <Entry extends object, Input>(
  db: Db,
  register: Register<Entry, Input>,
  actor: Actor,
  id: number,
  body: () => EntryEdit<Entry, Input>,
): Promise<Entry> =>
  register.refuseTaken(
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, register, id)
      const edit = body()
      const before = await register.read(trx, id)
      await updateEntry(trx, register, id, edit)
      const after = await register.read(trx, id)
      ensureSeen(register.seen, edit.current, before, after)
      await recordEntryChange(trx, register, actor, { id, before, after })
      return after
    }),
  )
