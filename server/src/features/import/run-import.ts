import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportPreview } from '@malote/core/import/import-preview.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { insertSuppliers, type SupplierRow, updateSuppliers } from '../suppliers/public.ts'
import { changePeople, insertUsers, lockActiveAdmins, lockUsers } from '../users/public.ts'
import { goThrough } from './plan.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { usersImporter } from './users-importer.ts'

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
 * finds everything done already, and is refused.
 *
 * @param token of the preview
 * @param onProgress called with the lines read so far
 * @throws AppError IMPORT_CHANGED_MEANWHILE when the file or what it is compared with has changed
 */
export const runImport = (
  db: Db,
  work: Import,
  token: string,
  { now, onProgress }: { now: Date; onProgress: (read: number) => void },
): Promise<ImportPreview> => {
  const changed = (cause?: unknown) => new AppError('IMPORT_CHANGED_MEANWHILE', { cause })
  const done = db.transaction().execute(async (trx) => {
    await oneAtATime(trx, work.importable)
    const done =
      work.importable === 'suppliers'
        ? await goThrough(trx, suppliersImporter, work.content, { onProgress, write: writeSuppliers(trx) })
        : await importUsers(trx, work, now, onProgress)
    if (done.token !== token) throw changed()
    return done
  })
  // Somebody who adds the same one at this moment, or deletes its department, changes what was previewed.
  return refuseOn('foreignKey', changed, refuseOn('unique', changed, done))
}

/** Two imports of the same kind: the second waits and then sees what the first has done. */
const oneAtATime = (trx: Trx, importable: Importable) =>
  sql`select pg_advisory_xact_lock(hashtext(${`import ${importable}`}))`.execute(trx)

const writeSuppliers = (trx: Trx) => async (creates: SupplierRow[], changes: SupplierRow[]) => {
  await insertSuppliers(trx, creates)
  await updateSuppliers(trx, changes)
}

async function importUsers(
  trx: Trx,
  { viewer, content, confirmed }: Import,
  now: Date,
  onProgress: (read: number) => void,
): Promise<ImportPreview> {
  // The active Admins first, as every change of a person does: who demotes one of them meanwhile waits.
  await lockActiveAdmins(trx)
  return goThrough(trx, await usersImporter(trx, viewer, confirmed), content, {
    onProgress,
    write: async (creates, changes) => {
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
    },
  })
}
