import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../domain/session/session.tsx'
import { protocolsSummaryQuery } from '../protocols.api.ts'
import { summaryWords } from './summary-words.ts'

/** Behind the number of protocols: what waits here, and what is late. Asked once the list is there; nobody waits for it. */
export function ListSummary() {
  const viewer = useViewer()
  const { data } = useQuery(protocolsSummaryQuery)
  return summaryWords(data ?? {}, viewer.departmentId !== null).map((words) => ` · ${words}`)
}
