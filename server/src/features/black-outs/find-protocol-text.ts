import { type ProtocolText, removedText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type LockedProtocol, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems, updateProtocol } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { quotesText } from '../protocols/public.ts'
import { redirectionsOf } from './copies.queries.ts'
import type { RemovalTarget } from './removal-target.ts'

/**
 * @param field read only after finding the protocol
 * @throws AppError PROTOCOL_NOT_FOUND
 */
export async function findProtocolText(
  trx: Trx,
  viewer: Viewer,
  protocolId: number,
  field: () => ProtocolText,
): Promise<RemovalTarget> {
  // The earliest first: a protocol is only locked before those that continue it.
  const earlier = (await redirectionsOf(trx, protocolId)).filter((id) => id < protocolId)
  for (const id of earlier) await lockProtocol(trx, id, viewer)
  const protocol = await lockProtocol(trx, protocolId, viewer)
  return field() === 'remarks' ? allRemarksOf(trx, viewer, protocol) : cancelReasonOf(trx, protocol)
}

/** With the same remarks of the protocols that it was redirected from or to. */
async function allRemarksOf(trx: Trx, viewer: Viewer, protocol: LockedProtocol): Promise<RemovalTarget> {
  const copies: RemovalTarget[] = []
  for (const id of await redirectionsOf(trx, protocol.id)) {
    const other = await lockProtocol(trx, id, viewer)
    if (other.remarks === protocol.remarks && other.remarks !== removedText) copies.push(remarksOf(other))
  }
  return { ...remarksOf(protocol), copies }
}

const remarksOf = (protocol: LockedProtocol): RemovalTarget => ({
  protocol,
  ...{ kind: 'remarks', id: protocol.id, subjectKind: 'protocol', text: protocol.remarks },
  words: 'as observações do protocolo',
  isQuotedBy: ({ action, description }) =>
    action === historyAction.protocolEdited && quotesText(description, 'remarks'),
  remove: (trx) => updateProtocol(trx, protocol.id, { remarks: removedText }),
})

/** The entries that quote why a protocol was cancelled. */
const cancellations: readonly string[] = [
  historyAction.protocolCancelled,
  historyAction.protocolRefused,
  historyAction.protocolRedirected,
]

/** Why the protocol was cancelled: its items that were cancelled with it have the same text. */
export async function cancelReasonOf(trx: Trx, protocol: LockedProtocol): Promise<RemovalTarget> {
  const { cancelReason: text } = await trx
    .selectFrom('protocols')
    .select('cancelReason')
    .where('id', '=', protocol.id)
    .executeTakeFirstOrThrow()
  const items = await trx
    .selectFrom('items')
    .innerJoin('protocols', 'protocols.id', 'items.protocolId')
    .select('items.id')
    .where('protocolId', '=', protocol.id)
    .whereRef('items.cancelledAt', '=', 'protocols.cancelledAt')
    .whereRef('items.cancelReason', '=', 'protocols.cancelReason')
    .execute()
  const ids = items.map(({ id }) => id)
  return {
    protocol,
    ...{ kind: 'cancel_reason', id: protocol.id, subjectKind: 'protocol', text },
    words: 'o motivo do cancelamento do protocolo',
    isQuotedBy: ({ action }) => cancellations.includes(action),
    alsoRemoved: ids.map((targetId) => ({ kind: 'item_cancel_reason', targetId })),
    remove: async (transaction, at) => {
      await updateProtocol(transaction, protocol.id, { cancelReason: removedText })
      await updateItems(transaction, protocol.id, ids, { cancelReason: removedText }, at)
    },
  }
}
