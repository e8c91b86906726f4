import { formatNumber } from '../../lib/format.ts'

/** Compared with as many days just before. */
export function changeWords(difference: number): string {
  if (difference === 0) return 'igual ao período anterior'
  return `${formatNumber(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que no período anterior`
}
