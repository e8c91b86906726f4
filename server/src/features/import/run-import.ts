import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportPreview } from '@malote/core/import/import-preview.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { NewUser } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { insertSuppliers, type SupplierRow, updateSuppliers } from '../suppliers/public.ts'
import { changePeople, insertUsers, lockActiveAdmins, lockUsers } from '../users/public.ts'
import { type Batch, goThrough, type Importer } from './plan.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { type UserChange, usersImporter } from './users-importer.ts'

/** A file, and who brings it. */
export interface Import {
  importable: Importable
  viewer: Viewer
  content: Buffer
  /** Lines of the preview's questions that were answered with yes. */
  confirmed: ReadonlySet<number>
}

/** What the file would do; writes nothing. */
export async function previewImport(
  db: Db,
  { importable, viewer, content, confirmed }: Import,
): Promise<ImportPreview> {
  if (importable === 'suppliers') return goThrough(db, suppliersImporter, content)
  return goThrough(db, await usersImporter(db, viewer, confirmed), content)
}

/**
 * Does exactly what was previewed, or nothing: one transaction, and the token must come out the same. A repeated call
 * finds everything done already, and is refused. The lines are judged before the first is written: whoever is changed is
 * locked, and cannot sign in, for no longer than the writing takes.
 *
 * @param token of the preview
 * @param onProgress called with the lines written so far
 * @throws AppError IMPORT_CHANGED_MEANWHILE when the file or what it is compared with has changed
 */
export const runImport = (
  db: Db,
  work: Import,
  token: string,
  { now, onProgress }: { now: Date; onProgress: (done: number) => void },
): Promise<ImportPreview> => {
  const changed = (cause?: unknown) => new AppError('IMPORT_CHANGED_MEANWHILE', { cause })
  const done = db.transaction().execute(async (trx) => {
    await oneAtATime(trx, work.importable)
    return work.importable === 'suppliers' ? importSuppliers(trx, work) : importUsers(trx, work)
  })
  // Somebody who adds the same one at this moment, or deletes its department, changes what was previewed.
  return refuseOn('foreignKey', changed, refuseOn('unique', changed, done))

  async function doAll<Create, Change>(
    trx: Trx,
    importer: Importer<Create, Change>,
    content: Buffer,
    write: (creates: Create[], changes: Change[]) => Promise<void>,
  ) {
    const batches: Batch<Create, Change>[] = []
    const plan = await goThrough(trx, importer, content, (batch) => batches.push(batch))
    if (plan.token !== token) throw changed()
    let lines = 0
    for (const { creates, changes, ...batch } of batches) {
      await write(creates, changes)
      lines += batch.lines
      onProgress(lines)
    }
    return plan
  }

  async function importSuppliers(trx: Trx, { content }: Import) {
    // What is judged stays so until it is written. Protocols may refer to suppliers meanwhile, only changes of them wait.
    await sql`lock table suppliers in share row exclusive mode`.execute(trx)
    return doAll(trx, suppliersImporter, content, writeSuppliers(trx))
  }

  async function importUsers(trx: Trx, { viewer, content, confirmed }: Import) {
    // First, as in every change of a person: who demotes an Admin meanwhile waits.
    await lockActiveAdmins(trx)
    return doAll(trx, await usersImporter(trx, viewer, confirmed), content, writeUsers(trx, viewer, now))
  }
}

/** Two imports of the same kind: the second waits and then sees what the first has done. */
const oneAtATime = (trx: Trx, importable: Importable) =>
  sql`select pg_advisory_xact_lock(hashtext(${`import ${importable}`}))`.execute(trx)

const writeSuppliers = (trx: Trx) => async (creates: SupplierRow[], changes: SupplierRow[]) => {
  await insertSuppliers(trx, creates)
  await updateSuppliers(trx, changes)
}

const writeUsers = (trx: Trx, viewer: Viewer, now: Date) => async (creates: NewUser[], changes: UserChange[]) => {
  await insertUsers(trx, creates, now)
  const editOf = new Map(changes.map(({ id, edit }) => [id, edit]))
  const locked = await lockUsers(trx, [...editOf.keys()])
  if (locked.length < editOf.size) throw new AppError('IMPORT_CHANGED_MEANWHILE') // somebody was deleted just now
  await changePeople(
    trx,
    viewer,
    locked.flatMap((user) => {
      const edit = editOf.get(user.id)
      return edit ? [{ user, edit }] : []
    }),
    now,
  )
}
