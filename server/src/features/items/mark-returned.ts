import { historyAction } from '@malote/core/history/history-entry.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
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
 * Marks items of one protocol as returned, after the rules were checked. Writes one history line per item; the people
 * waiting for them get one notification for all.
 */
export async function markReturned(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  now: Date,
): Promise<void> {
  const [first, ...others] = items
  if (!first) return
  const ids = items.map((item) => item.id)
  await updateItems(
    trx,
    protocol.id,
    ids,
    { status: itemStatus.returned, actualReturnDate: now, returnedBy: viewer.id },
    now,
  )
  await recordHistory(
    trx,
    items.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.itemReturned,
      description: `${itemLabel(item)} retornado por ${viewer.name}, de ${protocol.destinationDepartment} para ${protocol.originDepartment}`,
      by: viewer.id,
      at: now,
    })),
  )
  await notify(trx, {
    type: 'item_return',
    to: [
      { users: [protocol.createdBy], because: 'criou o protocolo' },
      { managersOf: protocol.originDepartmentId, because: 'é gestor do departamento de origem' },
    ],
    actorId: viewer.id,
    title: others.length === 0 ? 'Item retornado' : `${items.length} itens retornados`,
    message: `${viewer.name} retornou ${others.length === 0 ? '1 item' : `${items.length} itens`} do protocolo #${protocol.id}: ${itemLabels(items)}.`,
    protocolId: protocol.id,
    ...(others.length === 0 && { itemId: first.id }),
    at: now,
  })
}
