import { historyAction } from '@malote/core/history/history-entry.ts'
import { type CivilDate, inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordDueDateChanges } from '../../domain/custody/due-date-changes.repo.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { countOf, itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { postponeItems } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { keepHopsWithin } from '../protocols/public.ts'

export interface DueDateChange {
  returnDate: CivilDate
  reason: string
  /** A request for more time that was granted, or an extension by the origin itself, which is the default. */
  kind?: 'extension' | 'request'
  /** What the origin answered to a request. */
  note?: string | null
}

/** Sets the due date of items of one protocol, after the rules were checked. Writes one history line for all. */
export async function markDue(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  change: DueDateChange,
  now: Date,
): Promise<void> {
  const { returnDate, reason, kind = 'extension' } = change
  const ids = items.map(({ id }) => id)
  await postponeItems(trx, protocol.id, ids, returnDate, now)
  await recordDueDateChanges(
    trx,
    items.map((item) => ({
      ...{ itemId: item.id, from: item.returnDate, to: returnDate },
      ...{ kind, by: viewer.id, reason, at: now },
    })),
  )
  // A later date leaves the hops within it, a first one may not.
  const first = items.filter((item) => item.returnDate === null)
  await keepHopsWithin(
    trx,
    viewer,
    first.map(({ id }) => id),
    kind,
    now,
  )
  const labels = items.map((item) => `${itemLabel(item)}, ${before(item)}${asFor(item, change)}`).join('; ')
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.dueDateChanged,
      description: `Prazo de ${countOf(items)} alterado para ${inPortuguese(returnDate)} por ${viewer.name}: ${labels}. Motivo: ${reason}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: dueDateSentence(viewer, item, change) })),
  )
}

const before = ({ returnDate }: LockedItem) => (returnDate ? `antes ${inPortuguese(returnDate)}` : 'antes sem prazo')

/** Names who asked for the change, when the date is what they asked for, or the answer to it. */
function asFor({ extensionRequest: request }: LockedItem, { returnDate, kind }: DueDateChange): string {
  const isAnswer = request !== null && (kind === 'request' || request.requestedDate <= returnDate)
  return isAnswer ? `, a pedido de ${request.askedBy}` : ''
}

export function dueDateSentence(viewer: Viewer, item: LockedItem, change: DueDateChange): string {
  const { returnDate, reason, note } = change
  const moved = item.returnDate
    ? `prazo alterado de ${inPortuguese(item.returnDate)} para ${inPortuguese(returnDate)}`
    : `prazo definido para ${inPortuguese(returnDate)}`
  const answer = note ? `. Resposta: “${note}”` : ''
  return `${itemLabel(item)}: ${moved} por ${viewer.name}${asFor(item, change)}. Motivo: ${reason}${answer}`
}
