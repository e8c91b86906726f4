import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { holidaysOfPeriodQuery } from '../../../domain/calendar/calendar.api.ts'
import { useToday } from '../../../domain/organisation/config.ts'
import { sideWords } from '../../../domain/returns/return-status.tsx'
import { useViewer } from '../../../domain/session/session.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { QueryStates } from '../../../ui/query-states.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import type { ReturnSearch } from '../return-search.ts'
import { OverdueCount, OverdueLink, type ReturnsView, ViewSwitch } from '../view-switch.tsx'
import classes from './calendar-page.module.css'
import { countWords, DueLinks, dayName, monthName, monthTotals, weekdayName } from './due-links.tsx'
import { daysOf, type Month, monthOf, periodOf } from './month.ts'
import { type MonthProps, MonthSwitch, MonthTable } from './month-table.tsx'
import { returnsCalendarQuery } from './returns-calendar.api.ts'

interface CalendarPageProps {
  search: ReturnSearch
  onSwitchView: (view: ReturnsView) => void
}

/** The due dates of a month at a glance: both sides, holidays, and what is late (contract 21.40). Loaded when opened. */
export default function CalendarPage({ search, onSwitchView }: CalendarPageProps) {
  const viewer = useViewer()
  const today = useToday()
  const isNarrow = useIsNarrow()
  const month = search.month ?? monthOf(today)
  const period = periodOf(month)
  const calendar = useQuery(returnsCalendarQuery(period))
  const holidays = useQuery(holidaysOfPeriodQuery(period))
  const seesEverything = sightOf(viewer) === 'everything'
  const ofMonth = calendar.data?.filter(({ date }) => monthOf(date) === month)
  const totals = ofMonth && monthTotals(ofMonth, seesEverything)
  const shown = {
    month,
    today,
    holidays: holidays.data ?? new Map<string, string>(),
    dueOf: (day: CalendarDay) => <DueLinks day={day} seesEverything={seesEverything} />,
  }
  const Month = isNarrow ? MonthAgenda : MonthTable
  return (
    <>
      <PageHeader
        title="Retorno de Itens"
        count={totals && summary(month, totals.counts.map(countWords))}
        occasion={totals && month}
        context={
          totals && (
            <>
              <OverdueLink count={totals.overdue} days={daysOf(month)} />
              {month === monthOf(today) && <OverdueBefore month={month} />}
            </>
          )
        }
        isLine
      >
        <ViewSwitch view="calendar" onSwitch={onSwitchView} />
      </PageHeader>
      <div className={classes.bar}>
        <MonthSwitch search={search} month={month} thisMonth={monthOf(today)} />
        {!isNarrow && <Legend seesEverything={seesEverything} />}
      </div>
      {holidays.isError && holidays.data === undefined && (
        <div className="mb-12">
          <Banner tone="pending">
            <Group gap="xs" justify="space-between">
              Não foi possível carregar os feriados deste mês.
              <Button variant="default" size="compact-md" onClick={() => void holidays.refetch()}>
                Tentar novamente
              </Button>
            </Group>
          </Banner>
        </div>
      )}
      <QueryStates
        query={calendar}
        failed="Erro ao carregar o calendário. Tente novamente."
        isFramed
        loading={<Month {...shown} days={undefined} />}
      >
        {(days) => <Month {...shown} days={new Map(days.map((day) => [day.date, day]))} />}
      </QueryStates>
    </>
  )
}

const summary = (month: Month, counts: string[]) =>
  counts.length > 0 ? `Em ${monthName(month)}: ${counts.join(' e ')}` : `Nada vence em ${monthName(month)}`

/** Late items that were due in earlier months, which the calendar of this one would hide. */
const OverdueBefore = ({ month }: { month: Month }) => (
  <OverdueCount days={{ to: addDays(daysOf(month).from, -1) }} when=" de meses anteriores" />
)

/** What the icons in the cells mean; the agenda has room for the words. */
function Legend({ seesEverything }: { seesEverything: boolean }) {
  return (
    <ul className={classes.legend} aria-label="Legenda">
      {!seesEverything && (
        <>
          <li>
            <IconArrowUpRight size={14} aria-hidden /> {sideWords.toReturn}
          </li>
          <li>
            <IconArrowDownLeft size={14} aria-hidden /> {sideWords.toReceive}
          </li>
        </>
      )}
      <li className="danger-ink">
        <IconAlertTriangle size={14} aria-hidden /> Atrasado
      </li>
    </ul>
  )
}

/** The days of a month on which something is due, and its holidays, for narrow windows. */
function MonthAgenda({ month, today, days, holidays, dueOf }: MonthProps) {
  if (days === undefined) return <Loading />
  const { from, to } = daysOf(month)
  const isBusy = (date: string) => {
    const { toReturn = 0, toReceive = 0 } = days.get(date) ?? {}
    return toReturn + toReceive > 0
  }
  const shown: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isBusy(date) || holidays.has(date)) shown.push(date)
  }
  if (shown.length === 0) {
    return (
      <div className={classes.frame}>
        <EmptyState title={`Nada vence em ${monthName(month)}.`}>
          Os dias em que o seu departamento deve devolver algo, ou espera algo de volta, aparecem aqui.
        </EmptyState>
      </div>
    )
  }
  return (
    <ol className={classes.frame} aria-label={`Devoluções de ${monthName(month)}`}>
      {shown.map((date) => {
        const day = days.get(date)
        const holiday = holidays.get(date)
        return (
          <li key={date} className={classes.day} {...(date === today && { 'aria-current': 'date' as const })}>
            <time dateTime={date} className={classes.date}>
              <span aria-hidden className={classes.weekday}>
                {date === today ? 'hoje' : weekdayName(date, 'short')}
              </span>
              <span aria-hidden className={classes.number}>
                {Number(date.slice(8))}
              </span>
              <VisuallyHidden>{`${date === today ? 'Hoje' : weekdayName(date, 'long')}, ${dayName(date)}`}</VisuallyHidden>
            </time>
            <div className={classes.content}>
              {holiday !== undefined && (
                <p className={classes.holiday}>
                  <VisuallyHidden>Feriado: </VisuallyHidden>
                  {holiday}
                </p>
              )}
              {day && dueOf(day)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const Loading = () => (
  <div className={classes.frame} aria-busy>
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <div key={row} className={classes.day}>
        <Skeleton height={36} width={36} />
        <Skeleton height={18} width="60%" />
      </div>
    ))}
  </div>
)
