import { type CivilDate, weekday } from '@malote/core/shared/civil-date.ts'
import { formatDate } from '../../lib/format.ts'

const weekend: Record<number, string> = { 0: 'um domingo', 6: 'um sábado' }

/**
 * Why a day is no business day; undefined for a business day.
 *
 * @param holidays names by date; '' for a holiday without a name
 */
export function dayWords(day: CivilDate, holidays: ReadonlyMap<CivilDate, string>): string | undefined {
  const name = holidays.get(day)
  const holiday = name === undefined ? undefined : name ? `feriado (${name})` : 'feriado'
  const reasons = [weekend[weekday(day)], holiday].filter(Boolean)
  return reasons.length > 0 ? `${formatDate(day)} é ${reasons.join(' e ')}: não é dia útil.` : undefined
}
