import { type ComboboxItem, isOptionsGroup, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { plain } from '../lib/plain-text.ts'
import { clickHighlighted, highlightedValue, isListOpen, useSpokenHighlight } from './highlighted-option.ts'

export interface SearchableSelectProps
  extends Omit<SelectProps, 'data' | 'searchable' | 'filter' | 'selectFirstOptionOnChange' | 'allowDeselect'> {
  data: ComboboxItem[]
}

interface Named {
  id: number
  name?: string | null | undefined
}

/** Rows that have a name, as choices. */
export const optionsOf = (rows: readonly Named[]) =>
  rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))

// The library minds accents; nobody who types "oficio" does.
const fits = ({ label }: ComboboxItem, search: string) => plain(label).includes(plain(search.trim()))
const fitting: OptionsFilter = ({ options, search }) =>
  options.filter((option) => !isOptionsGroup(option) && fits(option, search))

/**
 * A select that one types into. The first option that fits is highlighted; Enter, Tab and leaving the field take what is
 * highlighted, Esc goes back to what was chosen. One that was emptied is empty, where it can be.
 */
export function SearchableSelect({ onChange, ...props }: SearchableSelectProps) {
  const field = useRef<HTMLInputElement>(null)
  /** What was typed since the field was entered; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null)
  /** What was highlighted when the list closed: a press beside it closes it before the field is left. */
  const closedOn = useRef<string | null>(null)
  const isSearching = Boolean(typed?.trim())
  // Somebody may type before the options are there: the first of them is highlighted when it comes.
  const hasFound = isSearching && props.data.some((option) => fits(option, typed ?? ''))

  useSpokenHighlight(field, isSearching)

  const type = (event: FormEvent<HTMLInputElement>) => {
    field.current = event.currentTarget
    setTyped(event.currentTarget.value)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter' || !isListOpen(event.currentTarget)) return
    // With an open list Enter is an answer to it, and never sends the form.
    event.preventDefault()
    // Before the library, which counts its options once more after the list opened, and then knows of none.
    event.stopPropagation()
    clickHighlighted(event.currentTarget)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Another window is not another field: one comes back from there.
    if (!document.hasFocus()) return
    const isEmptied = typed !== null && !isSearching
    const taken = highlightedValue(event.currentTarget) ?? (isSearching ? closedOn.current : null)
    const option = props.data.find(({ value }) => value === taken)
    // Whoever types what is chosen already, or empties what is empty, changes nothing.
    if (isEmptied && props.clearable && props.value) onChange?.(null, null)
    else if (!isEmptied && option && option.value !== props.value) onChange?.(option.value, option)
    setTyped(null)
  }
  return (
    <Select
      {...props}
      searchable
      filter={fitting}
      allowDeselect={false}
      selectFirstOptionOnChange={hasFound}
      onChange={(value, option) => {
        setTyped(null)
        onChange?.(value, option)
      }}
      onDropdownClose={() => {
        closedOn.current = field.current && highlightedValue(field.current)
      }}
      onInput={type}
      onClick={({ currentTarget }) => typed === null && currentTarget.select()}
      onKeyDownCapture={press}
      // Before the library forgets what was typed.
      onBlurCapture={leave}
    />
  )
}
