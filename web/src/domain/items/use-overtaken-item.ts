import type { Item } from '@malote/core/items/item.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { formatDate } from '../../lib/format.ts'
import { refusalWords, useChangedProtocol } from '../protocols/protocols.api.ts'
import { useViewer } from '../session/session.tsx'
import { type ItemAction, mayStill } from './item-actions.ts'

/** The action of an open dialog, and its item as it was when the dialog opened. */
interface Begun {
  action: ItemAction
  item: Item
}

/** Why the action of an open dialog can no longer be done; null while it can. */
export function useOvertakenItem(protocolId: number, begun: Begun | null, isOpen: boolean): string | null {
  const viewer = useViewer()
  const protocol = useChangedProtocol(protocolId, isOpen && begun !== null)
  return protocol && begun ? overtakenWords(viewer, protocol, begun) : null
}

/** @param protocol as it is now */
export function overtakenWords(viewer: Viewer, protocol: ProtocolDetail, begun: Begun): string | null {
  const { action, item: before } = begun
  const now = protocol.items.find(({ id }) => id === before.id)
  if (!now) return null
  const refusal = refusalWords(mayStill(action, viewer, protocol, now))
  if (refusal) return refusal
  // The dialog names the earlier person or date; the server refuses these two in the same words.
  if (action === 'transfer' && now.responsibleId !== before.responsibleId) {
    return `Este item acabou de passar para ${now.responsible || 'outra pessoa'}.`
  }
  if (action === 'dueDate' && now.returnDate && now.returnDate !== before.returnDate) {
    return `O prazo deste item acabou de ser alterado para ${formatDate(now.returnDate)}.`
  }
  return null
}
