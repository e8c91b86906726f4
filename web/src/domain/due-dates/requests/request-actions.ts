import { acts } from '@malote/core/acts/act.ts'
import { requestStatus } from '@malote/core/due-dates/extension-request.ts'
import { canAskForTime, canDecideRequest } from '@malote/core/due-dates/extension-rules.ts'
import type { Item } from '@malote/core/items/item.ts'
import type { ItemFacts, ReturnFacts } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { isOpen } from '@malote/core/protocols/protocol-status.ts'
import { remindedUntil } from '@malote/core/reminders/reminder-rules.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Verdict } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { nearDays } from '../../items/due-words.tsx'

type Asked = ItemFacts & Pick<Item, 'extensionRequest'>

/** What can be done about an item's due date by those who do not set it, and about their requests. */
export type RequestAction = 'answer' | 'moreTime' | 'decide'

/** What the holder asks for: more time, or the first date. */
export const askLabel = ({ returnDate }: { returnDate?: CivilDate | null | undefined }) =>
  returnDate ? acts.askForTime.name : 'Pedir prazo'

export const askedWords = ({ returnDate }: { returnDate?: CivilDate | null | undefined }) =>
  returnDate ? 'Mais prazo pedido' : 'Prazo pedido'

/**
 * The latest due date for which the holder is offered an answer: a near one, and every one that a reminder may have
 * spoken of already, because reminders look across weekends and holidays.
 *
 * @param holidays undefined while they are not known
 */
export function answeredUntil(today: CivilDate, holidays: ReadonlySet<CivilDate> = new Set()): CivilDate {
  const near = addDays(today, nearDays)
  const reminded = remindedUntil(today, holidays)
  return reminded > near ? reminded : near
}

/**
 * Whether an action that was offered for an item can still be done. An answer is not too early once it was begun.
 *
 * @param begun the request that the item had then
 */
export function mayStillAsk(
  action: RequestAction,
  viewer: Viewer,
  protocol: ReturnFacts,
  item: Asked,
  begun: Asked['extensionRequest'],
): Verdict {
  if (action === 'answer') return canAskForTime(viewer, protocol, item, false)
  if (action === 'moreTime') return canAskForTime(viewer, protocol, item, Boolean(item.extensionRequest))
  const isSettled = !isOpen(protocol.status) || item.status !== itemStatus.pending
  const ending = isSettled ? requestStatus.ended : requestStatus.granted
  const status = item.extensionRequest?.id === begun?.id ? requestStatus.open : ending
  return canDecideRequest(viewer, protocol, { status })
}

/**
 * The request actions that the viewer may perform on an item now, the most useful first.
 *
 * @param lastAnswered see {@link answeredUntil}
 */
export function requestActionsFor(
  viewer: Viewer,
  protocol: ReturnFacts,
  item: Asked,
  lastAnswered: CivilDate,
): RequestAction[] {
  const hasRequest = Boolean(item.extensionRequest)
  const offered: Record<RequestAction, boolean> = {
    decide: hasRequest && canDecideRequest(viewer, protocol, { status: requestStatus.open }).allowed,
    // An open request rules out only one of the three answers.
    answer: isDueBy(lastAnswered, item) && canAskForTime(viewer, protocol, item, false).allowed,
    moreTime: canAskForTime(viewer, protocol, item, hasRequest).allowed,
  }
  return (Object.keys(offered) as RequestAction[]).filter((action) => offered[action])
}

const isDueBy = (day: CivilDate, { returnDate }: Asked) => returnDate !== null && returnDate <= day
