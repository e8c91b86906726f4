import { calendarReason } from '@malote/core/due-dates/change-reasons.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordDueDateChanges } from '../../domain/custody/due-date-changes.repo.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel, itemLabels } from '../../domain/custody/item-label.ts'
import type { LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { moveItems } from '../../domain/custody/protocols.repo.ts'
import { answeringFor } from '../../domain/notices/audience.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { keepHopsWithin } from '../protocols/public.ts'
import type { MovingItem } from './deadline-moves.queries.ts'

/**
 * Moves the computed deadlines of one locked protocol. `original_return_date` stays empty: the deadlines were not
 * extended and remain computed from the calendar. Writes one history line per item; a person responsible for several
 * items gets one notification.
 *
 * @param because what changed in the calendar
 */
export async function moveDeadlines(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly MovingItem[],
  because: string,
  now: Date,
): Promise<void> {
  const changed = ({ from, to }: MovingItem) =>
    `prazo alterado de ${inPortuguese(from)} para ${inPortuguese(to)} por ${viewer.name}. Motivo: ${because}`
  await moveItems(trx, protocol.id, items, now)
  await recordDueDateChanges(
    trx,
    items.map(({ id, from, to }) => ({
      ...{ itemId: id, from, to },
      ...{ kind: 'calendar', by: viewer.id, reason: calendarReason(because), at: now },
    })),
  )
  const earlier = items.filter(({ from, to }) => to < from)
  await keepHopsWithin(
    trx,
    viewer,
    earlier.map(({ id }) => id),
    'calendar',
    now,
  )
  await recordHistory(
    trx,
    items.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.dueDateChanged,
      description: `${itemLabel(item)}: ${changed(item)}`,
      by: viewer.id,
      at: now,
    })),
  )
  const alikeBy = Map.groupBy(items, ({ responsibleId, from, to }) => `${responsibleId} ${from} ${to}`)
  for (const alike of alikeBy.values()) {
    const [first, ...others] = alike
    if (first === undefined) continue
    await notify(trx, {
      type: 'item_return',
      to: [answeringFor(first, protocol.destinationDepartmentId, alike.length)],
      by: unlimited(viewer),
      title: 'Prazo de retorno alterado',
      message: `Protocolo #${protocol.id}: ${itemLabels(alike)}: ${changed(first)}`,
      protocolId: protocol.id,
      ...(others.length === 0 && { itemId: first.id }),
      at: now,
    })
  }
}
