import { useQuery } from '@tanstack/react-query'
import { counted } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { returnFilterOf } from './return-search.ts'
import { returnsQuery } from './returns.api.ts'

/** How many of the pending items are late, as a link to them; nothing when none is. */
export function OverdueCount() {
  const { data } = useQuery(returnsQuery(returnFilterOf({ dateFilter: 'overdue' })))
  const total = data?.meta?.total ?? 0
  if (total === 0) return null
  return (
    <>
      {' · '}
      <AnchorLink to="/retornos" search={{ dateFilter: 'overdue' }} inherit underline="always">
        {counted(total, 'atrasado', 'atrasados')}
      </AnchorLink>
    </>
  )
}
