import { historyAction } from '@malote/core/history/history-entry.ts'
import type { UserOption } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { NoticeText, Part } from '../../domain/notices/notices-of-act.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { firstSubject, itemsOf, ofProtocols } from './act-words.ts'

/**
 * Makes a person responsible for unassigned items of one protocol, after the rules were checked. Writes one history
 * line per item.
 */
export async function markAssigned(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  person: UserOption,
  now: Date,
): Promise<void> {
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
}

/** The person who is responsible now. */
export const assigned = (person: UserOption) => ({ users: [person.id], because: 'agora responde por isso' })

export function assignedText(viewer: Viewer, parts: readonly Part<LockedItem>[]): NoticeText {
  const { length } = itemsOf(parts)
  return {
    title: length === 1 ? 'Item atribuído a você' : `${length} itens atribuídos a você`,
    message: `${viewer.name} atribuiu a você, ${ofProtocols(parts)}`,
    ...firstSubject(parts),
  }
}
