import type { CivilDate } from '../shared/civil-date.ts'
import { itemStatus } from './item-status.ts'

/** Texts of the badge of a return (contract 4.24). */
export const returnBadge = {
  returned: 'Retornado',
  today: 'Retorno Hoje',
  overdue: 'Atrasado',
  pending: 'Pendente',
} as const
export type ReturnBadge = (typeof returnBadge)[keyof typeof returnBadge]

/**
 * @param status the item's status, in any letter case
 * @param returnDate its due date, null when it has none
 * @param today the organisation's day
 */
export function returnBadgeOf(status: string, returnDate: CivilDate | null | undefined, today: CivilDate): ReturnBadge {
  if (status.toLowerCase() === itemStatus.returned) return returnBadge.returned
  if (!returnDate || returnDate > today) return returnBadge.pending
  return returnDate === today ? returnBadge.today : returnBadge.overdue
}
