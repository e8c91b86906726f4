import type { DueDays } from '@malote/core/returns/return-days.ts'
import { IconCalendar, IconCalendarTime, IconList, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toDecideQuery } from '../../domain/due-dates/requests/requests.api.ts'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { monthOf } from './calendar/month.ts'
import { type ReturnSearch, returnFilterOf } from './return-search.ts'

export type ReturnsView = 'list' | 'calendar' | 'requests'

interface ViewSwitchProps {
  view: ReturnsView
  /** Shows another view. */
  onSwitch: (view: ReturnsView) => void
}

/** Set by a press until the other view has mounted its own switch, which then takes the focus. */
let isPressed = false

/** Shows the returns as a list or as a calendar, or the requests for more time, of which it counts those to decide. */
export function ViewSwitch({ view, onSwitch }: ViewSwitchProps) {
  const { departmentId } = useViewer()
  const { data } = useQuery({ ...toDecideQuery(), enabled: departmentId !== null })
  const toDecide = data?.meta?.total ?? 0
  const control = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed) control.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    isPressed = false
  }, [])
  const isPhone = useIsPhone()
  const wordsOf = (label: string, Icon: TablerIcon, count = 0) =>
    isPhone ? (
      <>
        <Icon size={20} stroke={1.75} aria-hidden />
        <span className="unseen">{label}</span>
        {count > 0 && <span className="caption numbers">{count}</span>}
      </>
    ) : count > 0 ? (
      `${label} (${count})`
    ) : (
      label
    )
  return (
    <Segments<ReturnsView>
      ref={control}
      aria-label="Mostrar como"
      data={[
        { value: 'list', label: wordsOf('Lista', IconList) },
        { value: 'calendar', label: wordsOf('Calendário', IconCalendar) },
        { value: 'requests', label: wordsOf('Pedidos de prazo', IconCalendarTime, toDecide) },
      ]}
      value={view}
      onChange={(chosen) => {
        isPressed = true
        onSwitch(chosen)
      }}
    />
  )
}

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
    <span>
      {' · '}
      <TextLink to="/retornos" search={overdueIn(days)} inherit underline="always">
        {counted(count, 'item atrasado', 'itens atrasados')}
        {when}
      </TextLink>
    </span>
  )
}

const overdueIn = ({ from, to }: DueDays): ReturnSearch => ({ dateFilter: 'overdue', dateFrom: from, dateTo: to })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the requests for more time: the search params of the list or the calendar that the user came from. */
    returns?: ReturnSearch
  }
}

/** Leads from the list to the calendar: the filters stay for the way back, the days of the list become their month. */
export const toCalendar = ({ dateFrom }: ReturnSearch): ReturnSearch => ({
  view: 'calendario',
  month: dateFrom && monthOf(dateFrom),
  dateFrom: undefined,
  dateTo: undefined,
  page: undefined,
  item: undefined,
})

/** Leads from the calendar to the list. */
export const toList: ReturnSearch = { view: undefined, month: undefined }

/** Leads from the requests for more time back to the list or the calendar, as it was left. */
export function fromRequests(view: 'list' | 'calendar', left: ReturnSearch = {}): ReturnSearch {
  const kept = { ...left, item: undefined }
  if (view === 'list') return { ...kept, ...toList }
  return kept.view === 'calendario' ? kept : { ...kept, ...toCalendar(kept) }
}
