import type { KeyboardEvent, MouseEvent } from 'react'
import { useRef } from 'react'
import { RefusableCheckbox } from '../fields/refusable-checkbox.tsx'
import classes from './table.module.css'

interface SelectBoxProps {
  /** Accessible name: 'Selecionar 101/2026'. */
  label: string
  isChosen: boolean
  /** Why the row cannot be chosen; null if it can. */
  refusal: string | null
  /** @param isRange Shift was held: chooses every row since the last one that was pressed */
  onToggle: (isRange: boolean) => void
}

/** The checkbox of a row. Shift with a click or with the space bar chooses a range. */
export function SelectBox({ label, isChosen, refusal, onToggle }: SelectBoxProps) {
  const isShiftHeld = useRef(false)
  const note = ({ shiftKey }: MouseEvent | KeyboardEvent) => {
    isShiftHeld.current = shiftKey
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: enlarges the target; the checkbox has its own name
    <label
      className={classes.selectBoxTarget}
      onMouseDown={(event) => {
        note(event)
        if (event.shiftKey) event.preventDefault()
      }}
    >
      <RefusableCheckbox
        aria-label={label}
        checked={isChosen}
        refusal={refusal}
        onKeyDown={note}
        onKeyUp={({ key, shiftKey }) => {
          // The space bar toggles when it is released, before or after Shift.
          if (key === ' ') isShiftHeld.current ||= shiftKey
        }}
        onChange={() => {
          onToggle(isShiftHeld.current)
          isShiftHeld.current = false
        }}
      />
    </label>
  )
}

interface SelectPageProps {
  /** Shown next to the box; without it the name is only for screen readers. */
  label?: string
  isAll: boolean
  isSome: boolean
  refusal: string | null
  onToggle: () => void
}

/** The checkbox above the rows: mixed when only some of them are chosen. */
export const SelectPage = ({ label, isAll, isSome, refusal, onToggle }: SelectPageProps) => (
  <RefusableCheckbox
    {...(label ? { label } : { 'aria-label': 'Selecionar todos' })}
    checked={isAll}
    indeterminate={isSome && !isAll}
    refusal={refusal}
    onChange={onToggle}
  />
)
