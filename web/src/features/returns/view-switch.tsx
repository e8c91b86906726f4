import { SegmentedControl } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface ViewSwitchProps {
  view: 'list' | 'calendar'
  /** Shows the other view. */
  onSwitch: () => void
}

/** Set by a press until the other view has mounted its own switch, which then takes the focus. */
let isPressed = false

/** Shows the returns as a list or as a calendar. */
export function ViewSwitch({ view, onSwitch }: ViewSwitchProps) {
  const control = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPressed) control.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    isPressed = false
  }, [])
  return (
    <SegmentedControl
      ref={control}
      aria-label="Mostrar como"
      size="sm"
      transitionDuration={0}
      data={[
        { value: 'list', label: 'Lista' },
        { value: 'calendar', label: 'Calendário' },
      ]}
      value={view}
      onChange={() => {
        isPressed = true
        onSwitch()
      }}
    />
  )
}
