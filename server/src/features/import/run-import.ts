import type { Importable } from '@malote/core/import/import-columns.ts'
import type { ImportPreview } from '@malote/core/import/import-preview.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { NewUser } from '@malote/core/users/user.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { insertSuppliers, type SupplierRow, updateSuppliers } from '../suppliers/suppliers.queries.ts'
import { changePeople, insertUsers, lockAdminsFor, lockUsers } from '../users/public.ts'
import { type Batch, goThrough, type Importer } from './plan.ts'
import { suppliersImporter } from './suppliers-importer.ts'
import { type UserChange, usersImporter } from './users-importer.ts'

/** A file, and who imports it. */
export interface Import {
  importable: Importable
  viewer: Actor
  content: Buffer
  /** Lines of the preview's questions answered with yes. */
  confirmed: ReadonlySet<number>
  /** Lines that are neither created nor changed. */
  leftOut: ReadonlySet<number>
}

/** Returns what the import would do; writes nothing. */
export async function previewImport(
  db: Db,
  { importable, viewer, content, confirmed, leftOut }: Import,
): Promise<ImportPreview> {
  if (importable === 'suppliers') return goThrough(db, suppliersImporter, content, leftOut)
  return goThrough(db, await usersImporter(db, viewer, confirmed, leftOut), content, leftOut)
}

/**
 * Does exactly what the preview showed, or nothing: one transaction, and the token must match. A repeated request finds
 * everything done and is refused. Decides about all lines before the first write: changed people are locked, and cannot
 * sign in, only while writing.
 *
 * @param token of the preview
 * @param onProgress called with the number of lines written so far
 * @throws AppError IMPORT_CHANGED_MEANWHILE when the file or the database rows it is compared with have changed; of
 * people ONLY_ADMINS
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
    const plan = await (work.importable === 'suppliers' ? importSuppliers(trx) : importUsers(trx))
    const { total, created, changed: changes, unchanged, refused, leftOut } = plan
    await recordAudit(trx, {
      ...{ action: 'import', actor: work.viewer, address: work.viewer.address },
      subject: { kind: work.importable, id: null, name: null },
      after: { total, created, changed: changes, unchanged, refused, leftOut },
    })
    return plan
  })
  // A concurrent insert of the same record, or a deletion of its department, changes what the preview showed.
  return refuseOn('foreignKey', changed, refuseOn('unique', changed, done))

  async function doAll<Create, Change>(
    trx: Trx,
    importer: Importer<Create, Change>,
    { content, leftOut }: Import,
    write: (creates: Create[], changes: Change[]) => Promise<void>,
  ) {
    const batches: Batch<Create, Change>[] = []
    const plan = await goThrough(trx, importer, content, leftOut, (batch) => batches.push(batch))
    if (plan.token !== token) throw changed()
    let lines = 0
    for (const { creates, changes, ...batch } of batches) {
      await write(creates, changes)
      lines += batch.lines
      onProgress(lines)
    }
    return plan
  }

  async function importSuppliers(trx: Trx) {
    // Suppliers cannot change between decision and write. Protocols may still refer to suppliers meanwhile; only
    // changes to suppliers wait.
    await sql`lock table suppliers in share row exclusive mode`.execute(trx)
    return doAll(trx, suppliersImporter, work, writeSuppliers(trx))
  }

  async function importUsers(trx: Trx) {
    const { viewer, confirmed, leftOut } = work
    // Locked first, as in every change of a person, so that a concurrent demotion of an Admin waits.
    await lockAdminsFor(trx, viewer)
    return doAll(trx, await usersImporter(trx, viewer, confirmed, leftOut), work, writeUsers(trx, viewer, now))
  }
}

/** Serializes imports of the same kind: the second waits and then sees the result of the first. */
const oneAtATime = (trx: Trx, importable: Importable) =>
  sql`select pg_advisory_xact_lock(hashtext(${`import ${importable}`}))`.execute(trx)

const writeSuppliers = (trx: Trx) => async (creates: SupplierRow[], changes: SupplierRow[]) => {
  await insertSuppliers(trx, creates)
  await updateSuppliers(trx, changes)
}

const writeUsers = (trx: Trx, viewer: Actor, now: Date) => async (creates: NewUser[], changes: UserChange[]) => {
  await insertUsers(trx, viewer, creates, now)
  const editOf = new Map(changes.map(({ id, edit }) => [id, edit]))
  const locked = await lockUsers(trx, [...editOf.keys()])
  if (locked.length < editOf.size) throw new AppError('IMPORT_CHANGED_MEANWHILE') // a user was deleted just now
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
