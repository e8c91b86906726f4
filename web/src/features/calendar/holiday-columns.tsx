import { changesTheCount } from '@malote/core/calendar/calendar-change.ts'
import { IconFlag, IconMapPin } from '@tabler/icons-react'
import type { HolidayRow } from '../../domain/calendar/holiday-row.ts'
import { formatDate } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import classes from './calendar.module.css'
import { weekdayName } from './holiday-words.ts'

export const holidayColumns: readonly Column<HolidayRow>[] = [
  { key: 'date', header: 'Data', width: '112px', cell: ({ date }) => <Day date={date} /> },
  { key: 'weekday', header: 'Dia da semana', width: '232px', cell: ({ date }) => <Weekday date={date} /> },
  { key: 'name', header: 'Nome', isRowHeader: true, cell: ({ name }) => name || '—' },
  { key: 'kind', header: 'Tipo', width: '128px', cell: ({ kind }) => <KindBadge kind={kind} /> },
]

export function HolidayDetails({ date, kind }: HolidayRow) {
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

const Day = ({ date }: { date: string }) => <span className={classes.day}>{formatDate(date) || '—'}</span>

function Weekday({ date }: { date: string }) {
  const name = weekdayName(date)
  if (!name) return '—'
  return (
    <>
      {name}
      {!changesTheCount(date) && <span className={classes.soft}> · não é dia útil</span>}
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
