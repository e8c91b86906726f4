import { CloseButton, Loader } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { type Choice, ComboboxField } from './combobox-field.tsx'

interface SearchSelectTexts {
  placeholder: string
  tooShort: string
  searching: string
  nothingFound: string
  failed: string
}

interface SearchSelectProps {
  label: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** The results of the last search. */
  options: readonly Choice[]
  /** Called after a pause in typing, with at least `minLength` characters, else with ''. */
  onSearch: (text: string) => void
  isSearching: boolean
  hasFailed: boolean
  minLength: number
  texts: SearchSelectTexts
  error?: string | undefined
}

/** Debounce before a search request (contract 9.4), in milliseconds. */
const pause = 300

/** Selects one of many records by searching on the server during typing. */
export function SearchSelect({ value, onChange, options, onSearch, texts, ...rest }: SearchSelectProps) {
  const { label, isSearching, hasFailed, minLength, error } = rest
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const askLater = useDebouncedCallback((words: string) => {
    setAsked(words)
    onSearch(words)
  }, pause)
  const words = (typed ?? '').trim()
  const isTooShort = words.length < minLength
  // Text that is not searched yet counts as loading, so that "nothing found" is not shown too early.
  const isAwaiting = !isTooShort && (isSearching || words !== asked)

  const type = (text: string | null) => {
    setTyped(text)
    if (text !== null) askLater(text.trim().length < minLength ? '' : text.trim())
  }
  const messageOf = () => {
    if (isTooShort) return texts.tooShort
    if (isAwaiting) return texts.searching
    return hasFailed ? texts.failed : texts.nothingFound
  }
  return (
    <ComboboxField
      label={label}
      placeholder={texts.placeholder}
      error={error}
      value={value}
      onChange={onChange}
      canBeEmptied
      typed={typed}
      onType={type}
      options={isTooShort || isAwaiting || hasFailed ? [] : options}
      message={messageOf()}
      isAwaiting={isAwaiting}
      rightSectionPointerEvents="all"
      rightSection={<RightSection isSearching={isAwaiting} onClear={value ? () => onChange(null) : null} />}
    />
  )
}

function RightSection({ isSearching, onClear }: { isSearching: boolean; onClear: (() => void) | null }) {
  if (isSearching) return <Loader size={16} aria-hidden />
  if (!onClear) return null
  return (
    <CloseButton
      size="sm"
      aria-label="Limpar seleção"
      // Keyboard users clear the field itself.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}
