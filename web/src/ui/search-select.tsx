import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { highlightedValue, isListOpen, useSpokenHighlight } from './highlighted-option.ts'
import classes from './search-select.module.css'

export interface SearchOption {
  value: string
  label: string
}

interface SearchSelectTexts {
  placeholder: string
  tooShort: string
  searching: string
  nothingFound: string
  failed: string
}

interface SearchSelectProps {
  label: string
  value: SearchOption | null
  onChange: (option: SearchOption | null) => void
  /** The answer to the last search. */
  options: readonly SearchOption[]
  /** Called when typing pauses, with at least `minLength` characters, else with ''. */
  onSearch: (text: string) => void
  isSearching: boolean
  hasFailed: boolean
  minLength: number
  texts: SearchSelectTexts
  error?: string | undefined
}

/** How long typing pauses before the server is asked (contract 9.4), in milliseconds. */
const pause = 300

/**
 * Finds one of many on the server while one types. The first that is found is highlighted; Enter, Tab and leaving the
 * field take what is highlighted, and before the answer is there they wait for it. One that was emptied is empty.
 */
export function SearchSelect({ value, onChange, options, onSearch, texts, ...rest }: SearchSelectProps) {
  const { label, isSearching, hasFailed, minLength, error } = rest
  /** What was highlighted when the list closed: a press beside it closes it before the field is left. */
  const closedOn = useRef<string | null>(null)
  const combobox = useCombobox({
    onDropdownClose: () => {
      closedOn.current = field.current && highlightedValue(field.current)
      combobox.resetSelectedOption()
    },
  })
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  /** Somebody wants the first one of an answer that is still to come. */
  const [isTaking, setTaking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const searchLater = useDebouncedCallback((words: string) => {
    setAsked(words)
    onSearch(words)
  }, pause)
  const text = typed ?? value?.label ?? ''
  const words = (typed ?? '').trim()
  const isTooShort = words.length < minLength
  // What was typed a moment ago is as good as asked: nobody knows yet that nothing is found.
  const isBusy = isSearching || words !== asked
  const isAnswered = !(isTooShort || isBusy)
  const found = isAnswered ? options.map((option) => option.value).join() : ''

  const type = (next: string) => {
    setTyped(next)
    setTaking(false)
    combobox.openDropdown()
    combobox.resetSelectedOption()
    searchLater(next.trim().length < minLength ? '' : next.trim())
  }
  const close = () => {
    setTyped(null)
    setTaking(false)
    combobox.closeDropdown()
  }
  const pick = (option: SearchOption | null) => {
    if (option?.value !== value?.value) onChange(option)
    close()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (!isAnswered) return
    if (!isTaking) combobox.selectFirstOption()
    else if (options[0]) pick(options[0])
    else if (document.activeElement === field.current) setTaking(false)
    else close()
  }, [found, isAnswered])
  useSpokenHighlight(field, isAnswered)

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || !isListOpen(event.currentTarget)) return
    // With an open list Enter is an answer to it, and never sends the form.
    event.preventDefault()
    if (!isTooShort && isBusy) setTaking(true)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Another window is not another field: one comes back from there.
    if (!document.hasFocus()) return
    const taken = highlightedValue(event.currentTarget) ?? (typed === null ? null : closedOn.current)
    const option = options.find(({ value }) => value === taken)
    if (typed !== null && words === '') pick(null)
    else if (option) pick(option)
    else if (!isTooShort && isBusy) {
      setTaking(true)
      combobox.closeDropdown()
    } else close()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(picked) => pick(options.find((option) => option.value === picked) ?? null)}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={field}
          label={label}
          placeholder={texts.placeholder}
          value={text}
          error={error}
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onKeyDown={press}
          onBlur={leave}
          rightSectionPointerEvents="all"
          rightSection={<RightSection isSearching={isBusy && !isTooShort} onClear={value ? () => pick(null) : null} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Opções" className={classes.options}>
          <Content {...{ isTooShort, isSearching: isBusy, hasFailed, options, texts }} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function RightSection({ isSearching, onClear }: { isSearching: boolean; onClear: (() => void) | null }) {
  if (isSearching) return <Loader size={16} aria-hidden />
  if (!onClear) return null
  return (
    <CloseButton
      size="sm"
      aria-label="Limpar seleção"
      // By keyboard one empties the field itself.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}

interface ContentProps extends Pick<SearchSelectProps, 'options' | 'texts' | 'isSearching' | 'hasFailed'> {
  isTooShort: boolean
}

function Content({ isTooShort, isSearching, hasFailed, options, texts }: ContentProps) {
  if (isTooShort) return <Combobox.Empty>{texts.tooShort}</Combobox.Empty>
  if (isSearching) return <Combobox.Empty>{texts.searching}</Combobox.Empty>
  if (hasFailed) return <Combobox.Empty>{texts.failed}</Combobox.Empty>
  if (options.length === 0) return <Combobox.Empty>{texts.nothingFound}</Combobox.Empty>
  return options.map(({ value, label }) => (
    <Combobox.Option key={value} value={value}>
      {label}
    </Combobox.Option>
  ))
}
