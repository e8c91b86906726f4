import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { emptyItem, itemFormOf } from '../form/item-form.ts'
import { type ProtocolForm, protocolFormOf } from '../form/protocol-form.ts'

/**
 * *Enviar de novo*: the form of a new protocol with the values of another one. Files, items that were cancelled on
 * their own and responsible people who have left are left out (contract 17.40).
 */
export function formAgain(protocol: ProtocolDetail): ProtocolForm {
  const items = protocol.items.filter((item) => wasSent(item, protocol)).map(newItemOf)
  return { ...protocolFormOf(protocol), items: items.length > 0 ? items : [emptyItem()] }
}

/** Cancelling a protocol cancels its items for the same reason; these are what one wants to send again. */
const wasSent = ({ status, cancelReason }: Item, protocol: ProtocolDetail) =>
  status !== itemStatus.cancelled ||
  (protocol.status === protocolStatus.cancelled && cancelReason === protocol.cancelReason)

function newItemOf(item: Item) {
  const form = itemFormOf(item)
  return {
    ...form,
    itemId: null,
    responsibleId: item.responsibleHasLeft ? null : form.responsibleId,
    attachments: [],
    // People are offered by the destination alone, which may be changed here.
    known: { ...form.known, responsible: null },
  }
}
