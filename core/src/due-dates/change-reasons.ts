import { countedDays, type DayCount, daysInWords } from '../shared/due-date.ts'

/*
 * What `due_date_changes.reason` says when nobody typed a reason (contract 21.5).
 */

/** @param what the change of the calendar, as in 'feriado de 25/11/2026 (Natal) incluído no calendário' */
export const calendarReason = (what: string): string => `${what.charAt(0).toUpperCase()}${what.slice(1)}`

/**
 * For an item that was passed on and follows the date of the department before it, whose people it does not name.
 *
 * @param holder name of the department that the item must leave by the new date
 */
export const hopReason = (holder: string): string => `O item deve sair de ${holder} até esse dia`

/** A category as an edit names it. */
export interface NamedCategory {
  name: string
  returnDays: number | null
  dayCount: DayCount
}

/** @param to null when the item has none any more */
export function editReason(from: string | null, to: NamedCategory | null): string {
  if (to === null) return `Categoria ${from} retirada`
  const days = countedDays(to.returnDays)
  const named = days > 0 ? `${to.name} (${daysInWords(days, to.dayCount)})` : to.name
  return from === null ? `Categoria definida: ${named}` : `Categoria alterada de ${from} para ${named}`
}
