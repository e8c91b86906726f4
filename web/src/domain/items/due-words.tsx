import { type CivilDate, daysBetween } from '@malote/core/shared/civil-date.ts'
import { counted, formatDate } from '../../lib/format.ts'

interface Extended {
  returnDate: string | null
  originalReturnDate?: string | null | undefined
}

/** Whether the due date was extended, so that its first one is worth saying. */
export const wasExtended = ({ returnDate, originalReturnDate }: Extended): boolean =>
  Boolean(originalReturnDate && returnDate && originalReturnDate !== returnDate)

/** The first due date of an item whose due date was extended (contract 21.4). */
export function OriginalDate({ item }: { item: Extended }) {
  if (!wasExtended(item)) return null
  return <span className="soft caption normal tight nowrap">Prazo original {formatDate(item.originalReturnDate)}</span>
}

interface DueWords {
  tone: 'neutral' | 'pending' | 'danger'
  /** The wording; '' when the due date is far away. */
  words: string
}

/** From how many days before the due date it counts as near. */
export const nearDays = 3

/** Compares the due date of a pending return with today. */
export function dueWords(returnDate: CivilDate, today: CivilDate): DueWords {
  const days = daysBetween(today, returnDate)
  if (days < 0) return { tone: 'danger', words: `atrasado há ${counted(-days, 'dia', 'dias')}` }
  if (days > nearDays) return { tone: 'neutral', words: '' }
  return { tone: 'pending', words: dayWords[days] ?? `vence em ${days} dias` }
}

const dayWords: Record<number, string> = { 0: 'vence hoje', 1: 'vence amanhã' }
