import { addDays } from '@malote/core/shared/civil-date.ts'
import { isBusinessDay } from '@malote/core/shared/due-date.ts'
import { allowed } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { yearQuery } from '../../domain/calendar/calendar.api.ts'
import { RegisterPage } from '../../domain/catalogs/register-page.tsx'
import type { RegisterScreenProps } from '../../domain/catalogs/register-search.ts'
import { useToday } from '../../domain/organisation/use-today.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { CalendarSearch } from './calendar-search.ts'
import { HolidayDetails, holidayColumns } from './holiday-columns.tsx'
import { holidayWords } from './holiday-words.ts'
import { YearSwitch } from './year-switch.tsx'

const HolidayDialogs = lazyPart(() => import('./holiday-dialogs.tsx'))
const EffectDialog = lazyPart(() => import('./effect-dialog.tsx'))

interface CalendarPageProps extends RegisterScreenProps {
  dialog: CalendarSearch
}

/** The holidays, which *Dias úteis* skips, one year per page. */
export function CalendarPage({ dialog, onDialog }: CalendarPageProps) {
  const thisYear = Number(useToday().slice(0, 4))
  const { year = thisYear, added, removed } = dialog
  const list = useQuery(yearQuery(year))
  const { data, isPlaceholderData } = list
  const canChange = canAdminister(useViewer()).allowed
  return (
    <RegisterPage
      dialog={dialog}
      onDialog={onDialog}
      title="Calendário"
      words={holidayWords}
      count={data && !isPlaceholderData ? summary(year, data) : undefined}
      filters={<YearSwitch year={year} thisYear={thisYear} />}
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
    </RegisterPage>
  )
}

function summary(year: number, holidays: readonly { date: string }[]) {
  const dates = new Set(holidays.map(({ date }) => date))
  let days = 0
  for (let day = `${year}-01-01`; day.startsWith(`${year}`); day = addDays(day, 1))
    if (isBusinessDay(day, dates)) days += 1
  return `${counted(holidays.length, 'feriado', 'feriados')} em ${year} · ${days} dias úteis`
}
