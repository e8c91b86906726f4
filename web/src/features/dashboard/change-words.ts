import { formatNumber } from '../../lib/format.ts'

/** Describes the difference from the preceding period of the same length. */
export function changeWords(difference: number): string {
  if (difference === 0) return 'igual ao período anterior'
  return `${formatNumber(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que no período anterior`
}
