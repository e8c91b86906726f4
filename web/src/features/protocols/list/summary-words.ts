import type { ProtocolsSummary } from '@malote/core/dashboard/dashboard.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { ProtocolSearch } from '../../../domain/screens/searches.ts'
import { counted } from '../../../lib/format.ts'

export type SummaryPart = keyof ProtocolsSummary

/**
 * '12 pendentes aqui', '3 protocolos atrasados'; zero counts are left out.
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
    ['overdue', overdue, counted(overdue, 'protocolo atrasado', 'protocolos atrasados')],
  ]
  return parts.flatMap(([part, count, words]) => (count > 0 ? [[part, words] as const] : []))
}

/** The lists of exactly what is counted: of the viewer's department, also for an Admin in one, whose list shows all. */
export function summaryLists(viewer: Pick<Viewer, 'role' | 'departmentId'>): Record<SummaryPart, ProtocolSearch> {
  const own = viewer.departmentId ?? undefined
  return {
    // Pendente and waiting here: with the own department as destination.
    pendingHere: { status: protocolStatus.pending, here: own === undefined ? undefined : 1 },
    overdue: { late: 1, department: sightOf(viewer) === 'everything' ? own : undefined },
  }
}
