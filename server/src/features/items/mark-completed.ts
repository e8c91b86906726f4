import { historyAction } from '@malote/core/history/history-entry.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { recordHopEnded } from '../protocols/public.ts'

/** Completes returned items of one protocol, after the rules were checked. Writes one history line for all. */
export async function markCompleted(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  now: Date,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  const completed = { status: itemStatus.completed, completedAt: now, completedBy: viewer.id }
  await updateItems(trx, protocol.id, ids, completed, now)
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemCompleted,
      description: `${countOf(items)} concluídos por ${viewer.name} em ${protocol.originDepartment}: ${allLabels(items)}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: completedSentence(viewer, protocol, item) })),
  )
  const parents = items.map(({ forwardedFromItemId }) => forwardedFromItemId)
  await recordHopEnded(trx, viewer, protocol, parents, 'back', now)
}

export const completedSentence = (viewer: Viewer, { originDepartment }: LockedProtocol, item: LockedItem): string =>
  `${itemLabel(item)} concluído por ${viewer.name} em ${originDepartment}`
