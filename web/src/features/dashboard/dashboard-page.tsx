import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../ui/page-header.tsx'
import { statsQuery } from './dashboard.api.ts'
import classes from './dashboard.module.css'
import { type DashboardSearch, periodOf } from './dashboard-search.ts'
import { ActivitiesCard, PendingCard } from './list-cards.tsx'
import { MyDay, useDay } from './my-day.tsx'
import { ReturnsCard } from './returns-card.tsx'
import { StatsSection } from './stats-section.tsx'

interface DashboardPageProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

/** What is to be done now, then what happened, then the figures. */
export function DashboardPage({ search, onSearch }: DashboardPageProps) {
  const period = periodOf(search)
  const stats = useQuery(statsQuery(period))
  const day = useDay()
  return (
    <>
      <PageHeader title="Dashboard" />
      <MyDay day={day} />
      {/* After the day, whose length is not known before: nothing moves when it comes. */}
      {!day.isComing && (
        <div className={classes.page}>
          <div className={classes.lists}>
            <ReturnsCard />
            <PendingCard />
            <ActivitiesCard />
          </div>
          <StatsSection period={period} stats={stats} onPeriod={(next) => onSearch({ period: next })} />
        </div>
      )}
    </>
  )
}
