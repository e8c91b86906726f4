import { type Period, periodLabels, periods } from '@malote/core/shared/period.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { statsQuery } from './dashboard.api.ts'
import classes from './dashboard.module.css'
import { type DashboardSearch, periodOf } from './dashboard-search.ts'
import { ActivitiesCard, PendingCard } from './list-cards.tsx'
import { MyDay } from './my-day.tsx'
import { ReturnsCard } from './returns-card.tsx'
import { StatsSection } from './stats-section.tsx'

interface DashboardPageProps {
  search: DashboardSearch
  onSearch: (search: DashboardSearch) => void
}

export function DashboardPage({ search, onSearch }: DashboardPageProps) {
  const period = periodOf(search)
  const stats = useQuery(statsQuery(period))
  const { from, to } = stats.data ?? {}
  const isPhone = useIsPhone()
  return (
    <>
      <PageHeader
        title="Dashboard"
        context={from && to ? `Protocolos criados de ${formatDate(from)} a ${formatDate(to)}` : '\u00a0'}
      >
        <PeriodSwitch period={period} onChange={(next) => onSearch({ period: next })} />
      </PageHeader>
      <MyDay />
      <div className={classes.page}>
        {isPhone ? (
          // What is late comes first, the chart last.
          <>
            <ReturnsCard />
            <PendingCard />
            <StatsSection period={period} stats={stats}>
              <ActivitiesCard />
            </StatsSection>
          </>
        ) : (
          <>
            <StatsSection period={period} stats={stats} />
            <div className={classes.lists}>
              <ActivitiesCard />
              <PendingCard />
              <ReturnsCard />
            </div>
          </>
        )}
      </div>
    </>
  )
}

interface PeriodSwitchProps {
  period: Period
  onChange: (period: Period) => void
}

function PeriodSwitch({ period, onChange }: PeriodSwitchProps) {
  return (
    <Segments
      aria-label="Período"
      className={classes.period}
      data={periods.map((value) => ({ value, label: periodLabels[value] }))}
      value={period}
      onChange={onChange}
    />
  )
}
