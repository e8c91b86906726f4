import type { DueDays } from '@malote/core/returns/return-days.ts'
import { useQuery } from '@tanstack/react-query'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { counted } from '../../lib/format.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { type ReturnSearch, returnFilterOf } from './return-search.ts'

interface OverdueCountProps {
  /** When they were due; all days without. */
  days?: DueDays
  /** Says so in words. */
  when?: string
}

/** How many of the pending items are late, as a link to them; nothing when none is. */
export function OverdueCount({ days = {}, when = '' }: OverdueCountProps) {
  const { data } = useQuery(returnsQuery(returnFilterOf(overdueIn(days))))
  return <OverdueLink count={data?.meta?.total ?? 0} days={days} when={when} />
}

/** The same for a count that is known already. */
export function OverdueLink({ count, days = {}, when = '' }: OverdueCountProps & { count: number }) {
  if (count === 0) return null
  return (
    <>
      {' · '}
      <AnchorLink to="/retornos" search={overdueIn(days)} inherit underline="always">
        {counted(count, 'atrasado', 'atrasados')}
        {when}
      </AnchorLink>
    </>
  )
}

const overdueIn = ({ from, to }: DueDays): ReturnSearch => ({ dateFilter: 'overdue', dateFrom: from, dateTo: to })
