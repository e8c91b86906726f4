import { historyAction } from '@malote/core/history/history-entry.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import type { LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateProtocol } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'

/**
 * Takes the items of a locked protocol into the destination's custody.
 *
 * @param occurrences how many are opened with it
 * @returns the sentence of the history
 */
export async function markReceived(
  trx: Trx,
  viewer: Actor,
  { id, destinationDepartment }: LockedProtocol,
  occurrences: number,
  at: Date,
): Promise<string> {
  await updateProtocol(trx, id, { status: protocolStatus.inProgress, receivedAt: at, receivedBy: viewer.id })
  const found = occurrences === 0 ? '' : `, com ${occurrences === 1 ? '1 ocorrência' : `${occurrences} ocorrências`}`
  const description = `${viewer.name} recebeu o protocolo em ${destinationDepartment}${found}`
  await recordHistory(trx, { protocolId: id, action: historyAction.protocolReceived, description, by: viewer.id, at })
  return description
}
