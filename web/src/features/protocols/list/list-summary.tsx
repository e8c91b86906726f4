import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../domain/session/session.tsx'
import { protocolsSummaryQuery } from '../protocols.api.ts'
import { summaryWords } from './summary-words.ts'

/**
 * Shown after the number of protocols: how many are pending here and how many are overdue. Loaded after the list, which
 * does not wait for it.
 */
export function ListSummary() {
  const viewer = useViewer()
  const { data } = useQuery(protocolsSummaryQuery)
  return summaryWords(data ?? {}, viewer.departmentId !== null).map((words) => ` · ${words}`)
}
