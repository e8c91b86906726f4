import type { ProtocolsSummary } from '@malote/core/dashboard/dashboard.ts'
import { counted } from '../../../lib/format.ts'

/**
 * '12 pendentes aqui · 3 atrasados'; zero counts are left out.
 *
 * @param hasDepartment false for an Admin without a department, whose counts cover all departments
 */
export function summaryWords(summary: Partial<ProtocolsSummary>, hasDepartment: boolean): string[] {
  const { pendingHere = 0, overdue = 0 } = summary
  const place = hasDepartment ? ' aqui' : ''
  return [
    pendingHere > 0 && counted(pendingHere, `pendente${place}`, `pendentes${place}`),
    overdue > 0 && counted(overdue, 'atrasado', 'atrasados'),
  ].filter((words) => words !== false)
}
