import { isOptionsGroup, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { plain } from '../lib/plain-text.ts'
import { highlightedOption, isListOpen, useSpokenHighlight } from './highlighted-option.ts'

type SearchableSelectProps = Omit<SelectProps, 'searchable' | 'filter' | 'selectFirstOptionOnChange' | 'allowDeselect'>

// The library minds accents; nobody who types "oficio" does.
const fitting: OptionsFilter = ({ options, search }) =>
  options.filter((option) => !isOptionsGroup(option) && plain(option.label).includes(plain(search.trim())))

/**
 * A select that one types into. The first option that fits is highlighted; Enter, Tab and leaving the field take what is
 * highlighted, Esc goes back to what was chosen. One that was emptied is empty, where it can be.
 */
export function SearchableSelect({ onChange, ...props }: SearchableSelectProps) {
  const field = useRef<HTMLInputElement>(null)
  /** What was typed since the field was entered; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null)
  const isSearching = Boolean(typed?.trim())

  useSpokenHighlight(field, isSearching)

  const type = (event: FormEvent<HTMLInputElement>) => {
    field.current = event.currentTarget
    setTyped(event.currentTarget.value)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setTyped(null)
    // With an open list Enter is an answer to it, and never sends the form.
    if (event.key === 'Enter' && isListOpen(event.currentTarget)) event.preventDefault()
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Another window is not another field: one comes back from there.
    if (!document.hasFocus()) return
    const isEmptied = typed !== null && !isSearching
    if (isEmptied && props.clearable) onChange?.(null, null)
    else if (!isEmptied) highlightedOption(event.currentTarget)?.click()
    setTyped(null)
  }
  return (
    <Select
      {...props}
      searchable
      filter={fitting}
      allowDeselect={false}
      selectFirstOptionOnChange={isSearching}
      onChange={(value, option) => {
        setTyped(null)
        onChange?.(value, option)
      }}
      onInput={type}
      onClick={({ currentTarget }) => typed === null && currentTarget.select()}
      onKeyDown={press}
      // Before the library forgets what was typed.
      onBlurCapture={leave}
    />
  )
}
