import { type CivilDate, daysBetween } from '@malote/core/shared/civil-date.ts'
import { counted } from '../../lib/format.ts'

export interface DueWords {
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
