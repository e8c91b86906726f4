import { historyAction } from '@malote/core/history/history-entry.ts'
import type { UserOption } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../db/connect.ts'
import { notify } from '../notifications/public.ts'
import {
  itemLabel,
  itemLabels,
  type LockedItem,
  type LockedProtocol,
  recordHistory,
  updateItems,
} from '../protocols/public.ts'

/**
 * Makes a person responsible for unassigned items of one protocol, after the rules were checked. Writes one history
 * line per item; the person gets one notification for all.
 */
export async function markAssigned(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  person: UserOption,
  now: Date,
): Promise<void> {
  const [first, ...others] = items
  if (!first) return
  const ids = items.map((item) => item.id)
  await updateItems(trx, protocol.id, ids, { responsibleId: person.id }, now)
  await recordHistory(
    trx,
    items.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.itemAssigned,
      description: `${itemLabel(item)} atribuído a ${person.name} por ${viewer.name}`,
      by: viewer.id,
      at: now,
    })),
  )
  await notify(trx, {
    type: 'item_assigned',
    to: [{ users: [person.id], because: 'agora responde por isso' }],
    actorId: viewer.id,
    title: others.length === 0 ? 'Item atribuído a você' : `${items.length} itens atribuídos a você`,
    message: `${viewer.name} atribuiu a você, do protocolo #${protocol.id}: ${itemLabels(items)}.`,
    protocolId: protocol.id,
    ...(others.length === 0 && { itemId: first.id }),
    at: now,
  })
}
