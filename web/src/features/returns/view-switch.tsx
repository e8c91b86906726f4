import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toDecideQuery } from '../../domain/due-dates/requests/requests.api.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { Segments } from '../../ui/segments.tsx'

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
