import { type ActName, acts } from '@malote/core/acts/act.ts'
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
import type { TablerIcon } from '@tabler/icons-react'
import { actLook } from '../acts/act-looks.ts'
import { askLabel, type RequestAction, requestActionsFor } from '../due-dates/requests/request-actions.ts'
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
  verdict: (viewer: Viewer, protocol: ReturnFacts, item: Item) => Verdict
}

/** The acts of the table that the actions are. */
export const actOf = {
  return: 'returnItem',
  complete: 'completeItem',
  remind: 'remind',
  assign: 'assign',
  transfer: 'transfer',
  dueDate: 'dueDate',
  occurrence: 'report',
  cancel: 'cancelItem',
  answer: 'answer',
  moreTime: 'askForTime',
  decide: 'decide',
} as const satisfies Record<ItemAction, ActName>

const entries: readonly ItemActionEntry[] = [
  { action: 'return', verdict: canReturn },
  { action: 'complete', verdict: canCompleteItem },
  { action: 'remind', verdict: canRemind },
  { action: 'assign', verdict: canAssign },
  { action: 'transfer', verdict: canTransfer },
  { action: 'dueDate', verdict: canSetDueDate },
  { action: 'occurrence', verdict: (_, protocol, item) => canOpenOccurrence(protocol, item) },
  { action: 'cancel', verdict: (_, protocol, item) => canCancelItem(protocol, item) },
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
    .flatMap(({ action, verdict: verdictOf }): OfferedAction[] => {
      const verdict = verdictOf(viewer, protocol, item)
      const offered = offeredOn(item)(action)
      if (verdict.allowed) return [offered]
      return verdict.code === 'ITEM_HAS_NO_DUE_DATE' ? [{ ...offered, refusal: `${verdict.message}.` }] : []
    })
  const aboutTime = requestActionsFor(viewer, protocol, item, lastAnswered).map(offeredOn(item))
  // Returning comes first: it is what the others are about.
  const first = others[0]?.action === 'return' ? 1 : 0
  return [...others.slice(0, first), ...aboutTime, ...others.slice(first)]
}

const offeredOn =
  (item: Item) =>
  (action: ItemAction): OfferedAction => ({
    action,
    ...actLook(actOf[action]),
    ...(action === 'dueDate' && { label: dueDateLabel(item) }),
    ...(action === 'moreTime' && { label: askLabel(item) }),
  })

/** How an item without a due date gets one: its origin sets it, its holder asks for it. */
export const datingActionFor = (viewer: Viewer, protocol: ReturnFacts, item: Item): OfferedAction | undefined =>
  item.returnDate === null
    ? itemActionsFor(viewer, protocol, item, { today: '', lastAnswered: '' }).find(
        ({ action }) => action === 'dueDate' || action === 'moreTime',
      )
    : undefined

export const dueDateLabel = (item: Item) => (item.returnDate ? acts.dueDate.name : 'Definir prazo')
