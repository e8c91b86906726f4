import type { Item } from '@malote/core/items/item.ts'
import {
  canAssign,
  canCancelItem,
  canCompleteItem,
  canRemind,
  canReturn,
  canSetDueDate,
  canTransfer,
  type ReturnFacts,
} from '@malote/core/items/item-rules.ts'
import { canOpenOccurrence } from '@malote/core/occurrences/occurrence-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { allowed, type Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsExchange,
  IconBellRinging,
  IconCalendar,
  IconCheck,
  IconUserPlus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  askLabel,
  type RequestAction,
  requestActions,
  requestActionsFor,
} from '../due-dates/requests/request-actions.ts'
import { remindedToday } from './reminder.ts'

export type ItemAction =
  | RequestAction
  | 'return'
  | 'complete'
  | 'remind'
  | 'assign'
  | 'transfer'
  | 'dueDate'
  | 'occurrence'
  | 'cancel'

interface ItemActionEntry {
  action: Exclude<ItemAction, RequestAction>
  label: (item: Item) => string
  icon: TablerIcon
  verdict: (viewer: Viewer, protocol: ReturnFacts, item: Item) => Verdict
}

const entries: readonly ItemActionEntry[] = [
  { action: 'return', label: () => 'Marcar como Retornado', icon: IconArrowBackUp, verdict: canReturn },
  { action: 'complete', label: () => 'Marcar como Concluído', icon: IconCheck, verdict: canCompleteItem },
  { action: 'remind', label: () => 'Cobrar', icon: IconBellRinging, verdict: canRemind },
  { action: 'assign', label: () => 'Atribuir usuário', icon: IconUserPlus, verdict: canAssign },
  { action: 'transfer', label: () => 'Tramitar Item', icon: IconArrowsExchange, verdict: canTransfer },
  { action: 'dueDate', label: (item) => dueDateLabel(item), icon: IconCalendar, verdict: canSetDueDate },
  {
    action: 'occurrence',
    label: () => 'Registrar ocorrência',
    icon: IconAlertTriangle,
    verdict: (_, protocol, item) => canOpenOccurrence(protocol, item),
  },
  {
    action: 'cancel',
    label: () => 'Cancelar Item',
    icon: IconX,
    verdict: (_, protocol, item) => canCancelItem(protocol, item),
  },
]

/** Whether the viewer may still perform an action on an item that it was offered for; for requests: `mayStillAsk`. */
export const mayStill = (action: ItemAction, viewer: Viewer, protocol: ReturnFacts, item: Item): Verdict =>
  entries.find((entry) => entry.action === action)?.verdict(viewer, protocol, item) ?? allowed

/** An action that is offered on an item. */
export interface OfferedAction {
  action: ItemAction
  label: string
  icon: TablerIcon
  /** Why it cannot be done although it is what the item is there for: it has no due date. */
  refusal?: string
}

/** The days on which the offered actions depend. */
export interface ActionDays {
  today: CivilDate
  /** The latest due date for which an answer is offered. */
  lastAnswered: CivilDate
}

/**
 * The actions that the viewer may perform on an item now; the others are not shown, except returning what has no due
 * date yet, which says why it cannot be done.
 */
export function itemActionsFor(
  viewer: Viewer,
  protocol: ReturnFacts,
  item: Item,
  { today, lastAnswered }: ActionDays,
): OfferedAction[] {
  const others = entries
    .filter(({ action }) => action !== 'remind' || remindedToday(item, today) === null)
    .flatMap(({ action, label, icon, verdict: verdictOf }): OfferedAction[] => {
      const verdict = verdictOf(viewer, protocol, item)
      const offered = { action, label: label(item), icon }
      if (verdict.allowed) return [offered]
      return verdict.code === 'ITEM_HAS_NO_DUE_DATE' ? [{ ...offered, refusal: `${verdict.message}.` }] : []
    })
  const aboutTime = requestActionsFor(viewer, protocol, item, lastAnswered).map((action) => ({
    action,
    ...requestActions[action],
    ...(action === 'moreTime' && { label: askLabel(item) }),
  }))
  // Returning comes first: it is what the others are about.
  const first = others[0]?.action === 'return' ? 1 : 0
  return [...others.slice(0, first), ...aboutTime, ...others.slice(first)]
}

/** How an item without a due date gets one: its origin sets it, its holder asks for it. */
export const datingActionFor = (viewer: Viewer, protocol: ReturnFacts, item: Item): OfferedAction | undefined =>
  item.returnDate === null
    ? itemActionsFor(viewer, protocol, item, { today: '', lastAnswered: '' }).find(
        ({ action }) => action === 'dueDate' || action === 'moreTime',
      )
    : undefined

export const dueDateLabel = (item: Item) => (item.returnDate ? 'Prorrogar prazo' : 'Definir prazo')
