import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { visibleProtocolRow } from './protocol-row.queries.ts'

/** Another creation has claimed the key: what this one wrote is to be undone. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/**
 * The protocol that this user created under the key, as it is now.
 *
 * @returns undefined when the key is unused
 * @throws AppError PROTOCOL_NOT_FOUND when its creator no longer sees it
 */
export async function findCreatedWith(db: Db, viewer: Viewer, key: string): Promise<ProtocolRow | undefined> {
  const used = await db
    .selectFrom('idempotencyKeys')
    .select('protocolId')
    .where('userId', '=', viewer.id)
    .where('key', '=', key)
    .executeTakeFirst()
  return used && visibleProtocolRow(db, viewer, used.protocolId)
}
