import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { seesProtocol } from '../visibility/visible-to.ts'

/** Name and address of a person; undefined when the person may no longer sign in. */
export const activeUser = (db: Db, id: number) => selectActive(db, id).executeTakeFirst()

/** The same person, who changes only after the transaction. */
export const lockActiveUser = (trx: Trx, id: number) => selectActive(trx, id).forShare().executeTakeFirst()

const selectActive = (db: Db, id: number) =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', id).where('isActive', '=', true)

/** Those of the protocols that the person sees. */
export async function seenBy(db: Db, userId: number, protocolIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('protocols as p')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select('p.id')
    .where('p.id', '=', anyOf(protocolIds))
    .where(seesProtocol(sql.ref('p.id')))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
