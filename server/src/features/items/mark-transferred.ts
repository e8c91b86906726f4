import { historyAction } from '@malote/core/history/history-entry.ts'
import type { UserOption } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { countOf, itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'

export const alreadyResponsible = 'Este usuário já é o responsável pelo item'

/**
 * Makes another person responsible for items of one protocol, after the rules were checked. Writes one history line for
 * all, and one event of the audit.
 */
export async function markTransferred(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  person: UserOption,
  now: Date,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  await updateItems(trx, protocol.id, ids, { responsibleId: person.id }, now)
  const labels = items.map((item) => `${itemLabel(item)}, de ${item.responsible}`).join('; ')
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemTransferred,
      description: `${countOf(items)} tramitados para ${person.name} por ${viewer.name}: ${labels}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: transferredSentence(viewer, item, person) })),
  )
  await recordAudit(trx, {
    ...{ action: 'hand-over', actor: viewer, address: viewer.address },
    subject: { kind: 'protocol', id: String(protocol.id), name: null },
    before: { responsible: [...new Set(items.map(({ responsible }) => responsible))] },
    after: { responsible: [person.name], item_ids: ids },
  })
}

export const transferredSentence = (viewer: Viewer, item: LockedItem, person: UserOption): string =>
  `${itemLabel(item)} tramitado de ${item.responsible} para ${person.name} por ${viewer.name}`
