import { acts } from '@malote/core/acts/act.ts'
import {
  bulkAssignBody,
  bulkCompleteBody,
  bulkReturnBody,
  bulkTransferBody,
  remindBody,
} from '@malote/core/items/item.ts'
import { bulkDueDateBody } from '@malote/core/items/item.wire.ts'
import {
  canAssign,
  canCompleteInBulk,
  canRemind,
  canReturnInBulk,
  canSetDueDate,
  canTransfer,
} from '@malote/core/items/item-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { refusedBecause, type Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { TablerIcon } from '@tabler/icons-react'
import type { z } from 'zod'
import { actIcons } from '../../acts/act-looks.ts'
import { actOf } from '../item-actions.ts'
import { remindedToday } from '../reminder.ts'
import type { BulkItem } from './bulk-item.ts'

export type BulkAction = 'return' | 'remind' | 'dueDate' | 'complete' | 'transfer' | 'assign'

interface BulkActionEntry {
  /** The contract's word, where it is not the verb of the act. */
  label?: string
  /** The schema whose message asks for an item. */
  body: z.ZodObject<{ itemIds: z.ZodType }>
  verdict: (viewer: Viewer, protocol: BulkItem['protocol'], item: BulkItem) => Verdict
}

/** In the order of the bar. */
const bulkActions: Record<BulkAction, BulkActionEntry> = {
  return: { label: 'Retornar Selecionados', body: bulkReturnBody, verdict: canReturnInBulk },
  remind: { body: remindBody, verdict: canRemind },
  dueDate: { body: bulkDueDateBody, verdict: canSetDueDate },
  complete: { body: bulkCompleteBody, verdict: canCompleteInBulk },
  transfer: { body: bulkTransferBody, verdict: canTransfer },
  assign: { body: bulkAssignBody, verdict: canAssign },
}

/** An action as the bar shows it. */
export const bulkLook = (action: BulkAction): { label: string; icon: TablerIcon } => {
  const act = actOf[action]
  return { label: bulkActions[action].label ?? `${acts[act].verb} selecionados`, icon: actIcons[act] }
}

const order = Object.keys(bulkActions) as BulkAction[]

/** Whether an action applies to an item now. */
function verdictOn(action: BulkAction, viewer: Viewer, item: BulkItem, today: CivilDate): Verdict {
  const verdict = bulkActions[action].verdict(viewer, item.protocol, item)
  const reminded = verdict.allowed && action === 'remind' ? remindedToday(item, today) : null
  return reminded === null ? verdict : refusedBecause('ALREADY_REMINDED', reminded)
}

/** Whether an item stays out only because it did not come or was lost. */
export const isOnlyAbsent = (verdict: Verdict) => !verdict.allowed && verdict.code === 'ITEM_IS_ABSENT'

/** The actions that apply to at least one of the items, or would if it were there: their dialog says that it stays out. */
export const bulkActionsFor = (viewer: Viewer, items: readonly BulkItem[], today: CivilDate): BulkAction[] =>
  order.filter((action) =>
    items.some((item) => {
      const verdict = verdictOn(action, viewer, item, today)
      return verdict.allowed || isOnlyAbsent(verdict)
    }),
  )

interface Split {
  accepted: BulkItem[]
  /** Those that did not come or were lost. */
  absent: BulkItem[]
  refused: { item: BulkItem; message: string }[]
}

/** The items that an action applies to, and the others with their reasons. */
export function splitFor(action: BulkAction, viewer: Viewer, items: readonly BulkItem[], today: CivilDate): Split {
  const split: Split = { accepted: [], absent: [], refused: [] }
  for (const item of items) {
    const verdict = verdictOn(action, viewer, item, today)
    if (verdict.allowed) split.accepted.push(item)
    else if (isOnlyAbsent(verdict)) split.absent.push(item)
    else split.refused.push({ item, message: verdict.message })
  }
  return split
}

/** 'Selecione pelo menos um item para retornar.': the message of the action's schema. */
export const noneChosen = (action: BulkAction): string =>
  bulkActions[action].body.shape.itemIds.safeParse([]).error?.issues[0]?.message ?? ''
