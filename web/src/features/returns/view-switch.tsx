import type { DueDays } from '@malote/core/returns/return-days.ts'
import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toDecideQuery } from '../../domain/due-dates/requests/requests.api.ts'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { sideWords } from '../../domain/returns/side-words.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { Segments } from '../../ui/segments.tsx'
import { TextLink } from '../../ui/text-link.tsx'
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
  return (
    <Segments<ReturnsView>
      ref={control}
      aria-label="Mostrar como"
      data={[
        { value: 'list', label: 'Lista' },
        { value: 'calendar', label: 'Calendário' },
        { value: 'requests', label: toDecide > 0 ? `Pedidos de prazo (${toDecide})` : 'Pedidos de prazo' },
      ]}
      value={view}
      onChange={(chosen) => {
        isPressed = true
        onSwitch(chosen)
      }}
    />
  )
}

interface SideSwitchProps {
  side: ReturnSide | undefined
  onChange: (side: ReturnSide | undefined) => void
}

/** Filters by what the viewer's department owes, what others owe it, or both. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  return (
    <Segments<ReturnSide | ''>
      aria-label="Quem deve devolver"
      data={[
        { value: '', label: 'Tudo' },
        { value: 'toReturn', label: sideWords.toReturn },
        { value: 'toReceive', label: sideWords.toReceive },
      ]}
      value={side ?? ''}
      onChange={(value) => onChange(value || undefined)}
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
        {counted(count, 'atrasado', 'atrasados')}
        {when}
      </TextLink>
    </span>
  )
}

const overdueIn = ({ from, to }: DueDays): ReturnSearch => ({ dateFilter: 'overdue', dateFrom: from, dateTo: to })
