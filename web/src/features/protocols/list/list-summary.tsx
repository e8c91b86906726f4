import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useViewer } from '../../../domain/session/session.tsx'
import { AnchorLink } from '../../../ui/anchor-link.tsx'
import { protocolsSummaryQuery } from '../protocols.api.ts'
import type { ProtocolSearch } from './protocol-search.ts'
import { type SummaryPart, summaryWords } from './summary-words.ts'

/**
 * Shown after the number of protocols: how many are pending here and how many are overdue, each a link to the list of
 * these. Loaded after the list, which does not wait for it.
 */
export function ListSummary() {
  const { departmentId } = useViewer()
  const { data } = useQuery(protocolsSummaryQuery)
  const hasDepartment = departmentId !== null
  const lists: Record<SummaryPart, ProtocolSearch> = {
    // Pendente and waiting here: with the own department as destination.
    pendingHere: { status: protocolStatus.pending, here: hasDepartment ? 1 : undefined },
    overdue: { late: 1 },
  }
  return (
    <>
      {summaryWords(data ?? {}, hasDepartment).map(([part, words]) => (
        <Fragment key={part}>
          {' · '}
          <AnchorLink to="/protocolos" search={lists[part]} inherit>
            {words}
          </AnchorLink>
        </Fragment>
      ))}
    </>
  )
}
