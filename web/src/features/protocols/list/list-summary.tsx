import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { protocolsSummaryQuery } from '../../../domain/protocols/protocols.api.ts'
import { useViewer } from '../../../domain/session/session.tsx'
import { AnchorLink } from '../../../ui/anchor-link.tsx'
import { summaryLists, summaryWords } from './summary-words.ts'

/**
 * Shown after the number of protocols: how many are pending here and how many are overdue, each a link to the list of
 * these. Loaded after the list, which does not wait for it.
 */
export function ListSummary() {
  const viewer = useViewer()
  const { data } = useQuery(protocolsSummaryQuery)
  const lists = summaryLists(viewer)
  return (
    <>
      {summaryWords(data ?? {}, viewer.departmentId !== null).map(([part, words]) => (
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
