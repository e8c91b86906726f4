import type { OpenExtension } from '@malote/core/due-dates/open-extension.ts'
import type { Item } from '@malote/core/items/item.ts'
import { type CivilDate, daysBetween } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { counted, formatDate } from '../../../lib/format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { dueWords } from '../../items/due-words.ts'
import { itemName } from '../../items/item-name.ts'
import { OriginalDate } from '../../items/original-date.tsx'
import { protocolQuery } from '../../protocols/protocol-query.ts'
import { TypicalHint } from '../typical-hint.tsx'
import { WhyDueDate } from '../why-due-date.tsx'
import { useOthersWaiting } from './others-waiting.tsx'
import classes from './request-facts.module.css'
import type { RequestedItem } from './requested-item.ts'

interface RequestFactsProps {
  item: RequestedItem
  request: OpenExtension
  today: CivilDate
}

/** What is known about a request for more time: who asks, why, how much it would be, and who else waits. */
export function RequestFacts({ item, request, today }: RequestFactsProps) {
  const { askedBy, askedAt, reason, requestedDate } = request
  const { data: protocol } = useQuery(protocolQuery(item.protocolId))
  const known = protocol?.items.find(({ id }) => id === item.id)
  const othersWaiting = useOthersWaiting(known)
  return (
    <div className={classes.facts}>
      <p>
        <strong>{askedBy}</strong> pediu mais prazo para {itemName(item)} <TimeAgo instant={askedAt} isInSentence />:
      </p>
      <blockquote className={classes.reason}>{reason}</blockquote>
      <DescriptionList
        items={[
          { term: 'Prazo atual', value: <Present item={item} today={today} known={known} /> },
          { term: 'Prazo pedido', value: asked(requestedDate, item.returnDate) },
          ...othersWaiting,
        ]}
      />
      {known?.categoryId && (
        <TypicalHint categoryId={known.categoryId} destinationId={protocol?.destinationDepartmentId ?? null} />
      )}
    </div>
  )
}

interface PresentProps {
  item: RequestedItem
  today: CivilDate
  /** The item in its protocol, which says more than a row of a list. */
  known: Item | undefined
}

/** The present due date; a press says how it came about. */
function Present({ item: { id, returnDate }, today, known }: PresentProps) {
  if (returnDate === null) return 'Sem prazo'
  const { words } = dueWords(returnDate, today)
  return (
    <>
      <WhyDueDate itemId={id} returnDate={returnDate} />
      {words && `, ${words}`}
      {known && <OriginalDate item={known} />}
    </>
  )
}

function asked(date: CivilDate, before: CivilDate | null): string {
  if (before === null) return formatDate(date)
  return `${formatDate(date)}, ${counted(daysBetween(before, date), 'dia depois', 'dias depois')}`
}
