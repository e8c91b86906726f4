import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { lockProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { findEntry } from './entries.queries.ts'
import type { RemovalTarget } from './removal-target.ts'

/**
 * The texts of one history entry. Its action, its author and its time stay.
 *
 * @throws AppError PROTOCOL_NOT_FOUND, HISTORY_ENTRY_NOT_FOUND
 */
export async function findRemovableEntry(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  id: number,
): Promise<RemovalTarget> {
  const protocol = await lockProtocol(trx, protocolId, viewer)
  const entry = await findEntry(trx, protocolId, id)
  if (!entry) throw new AppError('HISTORY_ENTRY_NOT_FOUND')
  return {
    protocol,
    ...{ kind: 'history', id, subjectKind: 'history', text: entry.description, action: entry.action },
    words: `os textos do registro “${entry.action}”`,
    isQuotedBy: (one) => one.id === id,
    // By the database's own function, with the entries that quote a text.
    remove: async () => {},
  }
}
