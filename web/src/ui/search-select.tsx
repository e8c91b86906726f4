import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

export interface SearchOption {
  value: string
  label: string
}

export interface SearchSelectTexts {
  placeholder: string
  tooShort: string
  searching: string
  nothingFound: string
  failed?: string
}

interface SearchSelectProps {
  label: ReactNode
  value: SearchOption | null
  onChange: (option: SearchOption | null) => void
  /** The answer to the last search. */
  options: readonly SearchOption[]
  /** Called when typing pauses, with at least `minLength` characters, else with ''. */
  onSearch: (text: string) => void
  isSearching?: boolean
  hasFailed?: boolean
  minLength?: number
  /** Milliseconds. */
  debounce?: number
  texts: SearchSelectTexts
  error?: ReactNode
  isRequired?: boolean
  isDisabled?: boolean
}

/** Finds one of many on the server while one types. */
export function SearchSelect({ value, onChange, options, onSearch, texts, ...rest }: SearchSelectProps) {
  const {
    label,
    isSearching = false,
    hasFailed = false,
    minLength = 2,
    debounce = 300,
    error,
    isRequired,
    isDisabled,
  } = rest
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const searchLater = useDebouncedCallback((words: string) => {
    setAsked(words)
    onSearch(words)
  }, debounce)
  const text = typed ?? value?.label ?? ''
  const words = (typed ?? '').trim()
  const isTooShort = words.length < minLength
  // What was typed a moment ago is as good as asked: nobody knows yet that nothing is found.
  const isBusy = isSearching || words !== asked

  const type = (next: string) => {
    setTyped(next)
    combobox.openDropdown()
    combobox.resetSelectedOption()
    searchLater(next.trim().length < minLength ? '' : next.trim())
  }
  const pick = (option: SearchOption | null) => {
    onChange(option)
    setTyped(null)
    combobox.closeDropdown()
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(picked) => pick(options.find((option) => option.value === picked) ?? null)}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          placeholder={texts.placeholder}
          value={text}
          error={error}
          required={isRequired ?? false}
          disabled={isDisabled ?? false}
          autoComplete="off"
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setTyped(null)
          }}
          rightSectionPointerEvents="all"
          rightSection={<RightSection isSearching={isBusy && !isTooShort} onClear={value ? () => pick(null) : null} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Opções">
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
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}

interface ContentProps extends Pick<SearchSelectProps, 'options' | 'texts'> {
  isTooShort: boolean
  isSearching: boolean
  hasFailed: boolean
}

function Content({ isTooShort, isSearching, hasFailed, options, texts }: ContentProps) {
  if (isTooShort) return <Combobox.Empty>{texts.tooShort}</Combobox.Empty>
  if (isSearching) return <Combobox.Empty>{texts.searching}</Combobox.Empty>
  if (hasFailed) return <Combobox.Empty>{texts.failed ?? texts.nothingFound}</Combobox.Empty>
  if (options.length === 0) return <Combobox.Empty>{texts.nothingFound}</Combobox.Empty>
  return options.map(({ value, label }) => (
    <Combobox.Option key={value} value={value}>
      {label}
    </Combobox.Option>
  ))
}
