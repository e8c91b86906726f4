import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Config } from '../settings/config.ts'
import type { Storage } from './storage.ts'

/** The identity of this installation, a UUID. The key of each file that it stores begins with it. */
export async function installationOf(db: Db): Promise<string> {
  const { installationId } = await db.selectFrom('settings').select('installationId').executeTakeFirstOrThrow()
  return installationId
}

/**
 * Gives a copy of a database an identity of its own, so that it never removes the files of the original, with which it
 * may share a bucket. A copy is a database in another cluster, or with another oid, than the one in which the identity
 * was made. Restored and moved databases look the same; for these, INSTALLATION_ID says which identity they continue.
 *
 * A copy of the whole cluster, file by file, cannot be told from the original.
 *
 * @returns sentences for the operator
 */
export async function settleInstallation(db: Db, { INSTALLATION_ID }: Config): Promise<string[]> {
  const home = await homeOf(db)
  return db.transaction().execute(async (trx) => {
    const { installationId, installationHome } = await trx
      .selectFrom('settings')
      .select(['installationId', 'installationHome'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isCopy = home !== undefined && installationHome !== null && installationHome !== home
    const settled = INSTALLATION_ID ?? (isCopy ? randomUUID() : installationId)
    if (settled !== installationId || (home !== undefined && installationHome !== home)) {
      await trx
        .updateTable('settings')
        .set({ installationId: settled, ...(home !== undefined && { installationHome: home }) })
        .execute()
    }
    if (settled === installationId || INSTALLATION_ID !== undefined) return []
    return [
      `Este banco de dados é uma cópia, ou mudou de servidor: recebeu a identidade ${settled}. Os arquivos da instalação ${installationId} continuam sendo lidos, e esta nunca os apaga. Se ela os substitui, informe INSTALLATION_ID=${installationId}.`,
    ]
  })
}

/** Identifies the database itself; undefined where the server does not tell. */
async function homeOf(db: Db): Promise<string | undefined> {
  const query = sql<{ home: string }>`
    select (select system_identifier from pg_control_system()) || ':' || oid as home
    from pg_database where datname = current_database()`
  const { rows } = await query.execute(db).catch(() => ({ rows: [] }))
  return rows[0]?.home
}

/** A refused restore may leave empty folders. */
async function hasFiles(storage: Storage, installation: string): Promise<boolean> {
  for await (const _key of storage.list(installation)) return true
  return false
}

/** Sentences about other installations' files in the same folder or bucket. */
export async function describeOtherInstallations(db: Db, storage: Storage): Promise<string[]> {
  const own = await installationOf(db)
  const others: string[] = []
  for (const id of await storage.installations()) {
    if (id !== own && (await hasFiles(storage, id))) others.push(id)
  }
  if (others.length === 0) return []
  const who = others.length === 1 ? 'da instalação' : 'das instalações'
  return [
    `No armazenamento também há arquivos ${who} ${others.join(', ')}. Esta (${own}) lê e apaga apenas os que o seu banco de dados conhece.`,
  ]
}
