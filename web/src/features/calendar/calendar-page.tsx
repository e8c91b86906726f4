import { changesTheCount } from '@malote/core/calendar/calendar-change.ts'
import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import { addDays } from '@malote/core/shared/civil-date.ts'
import { isBusinessDay } from '@malote/core/shared/due-date.ts'
import { allowed } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFlag, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { effectQuery, type HolidayRow, yearQuery } from '../../domain/calendar/calendar.api.ts'
import { CatalogPage } from '../../domain/catalogs/catalog-page.tsx'
import { useToday } from '../../domain/organisation/config.ts'
import type { CalendarSearch, CatalogScreenProps } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted, formatDate } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './calendar.module.css'
import { holidayWords, weekdayName } from './holiday-words.ts'

const HolidayDialogs = lazyPart(() => import('./holiday-dialogs.tsx'))
const EffectDialog = lazyPart(() => import('./effect-dialog.tsx'))

interface CalendarPageProps extends CatalogScreenProps {
  dialog: CalendarSearch
}

/** The holidays, which *Dias úteis* skips, one year per page. */
export default function CalendarPage({ dialog, onDialog }: CalendarPageProps) {
  const thisYear = Number(useToday().slice(0, 4))
  const { year = thisYear, added, removed } = dialog
  const list = useQuery(yearQuery(year))
  const { data, isPlaceholderData } = list
  const canChange = canAdminister(useViewer()).allowed
  return (
    <CatalogPage
      dialog={dialog}
      onDialog={onDialog}
      title="Calendário"
      words={holidayWords}
      count={data && !isPlaceholderData ? summary(year, data) : undefined}
      filters={
        <>
          <YearSwitch year={year} thisYear={thisYear} />
          {canChange && !added && !removed && <LeftDueDates />}
        </>
      }
      columns={holidayColumns}
      list={list}
      loadFailed="Erro ao carregar feriados."
      rows={data}
      nameOf={({ name }) => name}
      details={(row) => <HolidayDetails {...row} />}
      canDelete={() => allowed}
      empty={
        <EmptyState title={`Nenhum feriado em ${year}.`}>
          Sem feriados, Dias úteis pula apenas sábados e domingos. Os nacionais entram no calendário três anos antes.
        </EmptyState>
      }
      Dialogs={HolidayDialogs}
    >
      {canChange && (added || removed) && (
        <EffectDialog
          key={`${added} ${removed}`}
          change={{ added, removed }}
          onClose={() => onDialog({}, { replace: true })}
        />
      )}
    </CatalogPage>
  )
}

/** Offers the due dates that were left as they are, whichever changes of the calendar they missed. */
function LeftDueDates() {
  const { data, refetch } = useQuery(effectQuery({}))
  const [isOpen, setOpen] = useState(false)
  const count = data ? data.later + data.earlier : 0
  if (count === 0) return null
  const close = () => {
    setOpen(false)
    void refetch()
  }
  return (
    <>
      <p className="row gap-8 mb-12 soft">
        {counted(count, 'prazo em aberto não segue', 'prazos em aberto não seguem')} este calendário.
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
          Rever prazos
        </Button>
      </p>
      {isOpen && <EffectDialog change={{}} onClose={close} />}
    </>
  )
}

function summary(year: number, holidays: readonly { date: string }[]) {
  const dates = new Set(holidays.map(({ date }) => date))
  let days = 0
  for (let day = `${year}-01-01`; day.startsWith(`${year}`); day = addDays(day, 1))
    if (isBusinessDay(day, dates)) days += 1
  return `${counted(holidays.length, 'feriado', 'feriados')} em ${year} · ${days} dias úteis`
}

interface YearSwitchProps {
  year: number
  thisYear: number
}

/** Links to the previous and the next year, so that each year has its own URL. */
function YearSwitch({ year, thisYear }: YearSwitchProps) {
  const before = year > calendarYears.first && year - 1
  const after = year < calendarYears.last && year + 1
  return (
    <nav aria-label="Ano" className="row gap-4 mb-12">
      {before && <YearLink year={before} name={`Ano anterior, ${before}`} icon={IconChevronLeft} />}
      <span className={classes.year} aria-live="polite">
        {year}
      </span>
      {after && <YearLink year={after} name={`Próximo ano, ${after}`} icon={IconChevronRight} />}
      {year !== thisYear && (
        <LinkButton to="/settings/calendar" search={{}} variant="subtle" size="compact-sm">
          Este ano
        </LinkButton>
      )}
    </nav>
  )
}

function YearLink({ year, name, icon: Icon }: { year: number; name: string; icon: typeof IconChevronLeft }) {
  return (
    <LinkButton
      to="/settings/calendar"
      search={{ year }}
      resetScroll={false}
      variant="default"
      px={8}
      aria-label={name}
      title={name}
    >
      <Icon size={18} aria-hidden />
    </LinkButton>
  )
}

const holidayColumns: readonly Column<HolidayRow>[] = [
  { key: 'date', header: 'Data', width: '112px', cell: ({ date }) => <Day date={date} /> },
  { key: 'weekday', header: 'Dia da semana', width: '232px', cell: ({ date }) => <Weekday date={date} /> },
  { key: 'name', header: 'Nome', isRowHeader: true, cell: ({ name }) => name || '—' },
  { key: 'kind', header: 'Tipo', width: '128px', cell: ({ kind }) => <KindBadge kind={kind} /> },
]

function HolidayDetails({ date, kind }: HolidayRow) {
  return (
    <>
      <p>
        <Day date={date} /> · <Weekday date={date} />
      </p>
      <p>
        <KindBadge kind={kind} />
      </p>
    </>
  )
}

const Day = ({ date }: { date: string }) => <span className="numbers nowrap">{formatDate(date) || '—'}</span>

function Weekday({ date }: { date: string }) {
  const name = weekdayName(date)
  if (!name) return '—'
  return (
    <>
      {name}
      {!changesTheCount(date) && <span className="soft"> · não é dia útil</span>}
    </>
  )
}

function KindBadge({ kind }: Pick<HolidayRow, 'kind'>) {
  if (kind === 'local')
    return (
      <StatusBadge tone="progress" icon={IconMapPin}>
        Local
      </StatusBadge>
    )
  return (
    <StatusBadge tone="neutral" icon={IconFlag}>
      Nacional
    </StatusBadge>
  )
}
