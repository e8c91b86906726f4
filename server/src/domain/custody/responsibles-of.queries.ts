import type { Trx } from '../../platform/db/connect.ts'

/** Ids of all users responsible for items of the protocol. */
export async function responsiblesOf(trx: Trx, protocolId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('items')
    .select('responsibleId')
    .distinct()
    .where('protocolId', '=', protocolId)
    .where('responsibleId', 'is not', null)
    .execute()
  return rows.flatMap(({ responsibleId }) => responsibleId ?? [])
}
