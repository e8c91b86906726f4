import type { ProtocolsSummary } from '@malote/core/dashboard/dashboard.ts'
import { counted } from '../../../lib/format.ts'

export type SummaryPart = keyof ProtocolsSummary

/**
 * '12 pendentes aqui', '3 atrasados'; zero counts are left out.
 *
 * @param hasDepartment false for an Admin without a department, whose counts cover all departments
 */
export function summaryWords(
  summary: Partial<ProtocolsSummary>,
  hasDepartment: boolean,
): (readonly [SummaryPart, string])[] {
  const { pendingHere = 0, overdue = 0 } = summary
  const place = hasDepartment ? ' aqui' : ''
  const parts: (readonly [SummaryPart, number, string])[] = [
    ['pendingHere', pendingHere, counted(pendingHere, `pendente${place}`, `pendentes${place}`)],
    ['overdue', overdue, counted(overdue, 'atrasado', 'atrasados')],
  ]
  return parts.flatMap(([part, count, words]) => (count > 0 ? [[part, words] as const] : []))
}
