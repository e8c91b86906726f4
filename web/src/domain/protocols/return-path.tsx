import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatDateAtTime, formatDay } from '../../lib/format.ts'
import type { ReturnPath } from '../../ui/path/path-facts.ts'
import { dueWords } from '../items/due-words.tsx'
import classes from './protocols.module.css'

/** The return path when nothing is pending any more. */
export const closedReturnPaths = {
  cancelled: { label: 'Devolução cancelada', tone: 'neutral' },
  completed: { label: 'Devolvido', tone: 'success', isDone: true },
  returned: { label: 'Devolvido, aguardando conclusão', tone: 'success', isDone: true },
} as const satisfies Record<string, ReturnPath>

/**
 * The return path with its date; null when nothing must come back.
 *
 * @param undated what is said when no date is set
 */
export function returnPathOf(protocol: ProtocolRow, today: CivilDate, undated?: ReactNode): ReturnPath | null {
  if (!protocol.requiresReturn) return null
  const closed = closedReturnPathOf(protocol)
  if (closed) return closed
  const { nextReturnDate } = protocol
  return nextReturnDate || !undated ? dueReturnPathOf(nextReturnDate, today) : { ...undatedReturnPath, label: undated }
}

/** The return path of a protocol of which nothing is pending any more; else null. */
export function closedReturnPathOf({ status, pendingItems }: ProtocolRow): ReturnPath | null {
  if (status === protocolStatus.cancelled) return closedReturnPaths.cancelled
  if (status === protocolStatus.completed) return closedReturnPaths.completed
  return status === protocolStatus.inProgress && pendingItems === 0 ? closedReturnPaths.returned : null
}

const openStatuses: readonly string[] = [protocolStatus.pending, protocolStatus.inProgress]

/** The return path in a row; null when nothing is due. */
export function shortReturnPathOf(protocol: ProtocolRow, today: CivilDate): ReturnPath | null {
  const { requiresReturn, status, pendingItems, nextReturnDate } = protocol
  const isDue = requiresReturn && pendingItems > 0 && openStatuses.includes(status)
  return isDue && nextReturnDate ? shortDueReturnPathOf(nextReturnDate, today) : null
}

/** How near the date is, or the date, without the year when it is the present one. */
export function shortDueReturnPathOf(returnDate: CivilDate, today: CivilDate): ReturnPath {
  const { tone, words } = dueWords(returnDate, today)
  return {
    tone,
    label: (
      <time dateTime={returnDate} title={`Devolução até ${formatDate(returnDate)}`}>
        <VisuallyHidden>Devolução: </VisuallyHidden>
        {words || `até ${formatDay(returnDate, today)}`}
      </time>
    ),
  }
}

export const undatedReturnPath: ReturnPath = { label: 'Devolução sem prazo definido', tone: 'neutral' }

/**
 * The return path of pending items.
 *
 * @param shown the date, if it is more than its text
 */
export function dueReturnPathOf(returnDate: CivilDate | null, today: CivilDate, shown?: ReactNode): ReturnPath {
  if (!returnDate) return undatedReturnPath
  const { tone, words } = dueWords(returnDate, today)
  return {
    tone,
    label: (
      <span>
        <span className={classes.lead}>Devolução até </span>
        {shown ?? formatDate(returnDate)}
        {words && ` · ${words}`}
      </span>
    ),
  }
}

interface PathStopNoteProps {
  /** The last act at this stop. */
  words: string
  by?: string | null | undefined
  at: string | null | undefined
}

/** Note below a stop of the path: who did what there, and when. */
export function PathStopNote({ words, by, at }: PathStopNoteProps) {
  return (
    <>
      <div>{by ? `${words} por ${by}` : words}</div>
      {at && <time dateTime={at}>{formatDateAtTime(at)}</time>}
    </>
  )
}
