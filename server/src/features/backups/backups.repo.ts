import type { Trx } from '../../platform/db/connect.ts'

/** What is known of a stored archive. */
interface StoredArchive {
  name: string
  bytes: number
  sha256: Buffer
}

/** Ends the attempts whose process died. Only called while no backup runs. */
export const closeInterrupted = (trx: Trx, now: Date) =>
  trx
    .updateTable('backups')
    .set({ finishedAt: now, error: 'A cópia foi interrompida: o servidor parou enquanto ela era feita.' })
    .where('finishedAt', 'is', null)
    .execute()

export async function insertBackup(trx: Trx, backup: { startedAt: Date; name: string; place: string }) {
  const { id } = await trx.insertInto('backups').values(backup).returning('id').executeTakeFirstOrThrow()
  return id
}

export const recordVerified = (trx: Trx, id: number, stored: StoredArchive, at: Date) =>
  trx
    .updateTable('backups')
    .set({ ...stored, finishedAt: at, verifiedAt: at })
    .where('id', '=', id)
    .execute()

/** @param error a Portuguese sentence */
export const recordFailed = (trx: Trx, id: number, error: string, at: Date) =>
  trx.updateTable('backups').set({ error, finishedAt: at }).where('id', '=', id).execute()

export const recordRemoved = (trx: Trx, ids: readonly number[], at: Date) =>
  trx.updateTable('backups').set({ removedAt: at }).where('id', 'in', ids).execute()
