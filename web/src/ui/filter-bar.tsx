import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  /** The search that is in force now. */
  search: string
  onSearch: (text: string) => void
  onClear: () => void
  placeholder: string
  /** Its name for screen readers, where the placeholder would be mistaken for that of another field. */
  label?: string
  /** Beside the search box: what cannot be hidden, e.g. the kind of search. */
  before?: ReactNode
  /** The panel of further filters. */
  children?: ReactNode
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  /** Words of the toggle; `hide` defaults to the same. */
  toggle?: { show: string; hide?: string }
  /** How many of the panel's filters are set. */
  activeCount?: number
}

export function FilterBar({ search, onSearch, onClear, placeholder, before, children, ...rest }: FilterBarProps) {
  const { label, isOpen = false, onToggle, toggle = { show: 'Filtros' }, activeCount = 0 } = rest
  const [text, setText] = useDraft(search)
  const panelId = useId()

  return (
    <search className={classes.bar}>
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
      >
        {before}
        <TextInput
          className={classes.box}
          type="search"
          aria-label={label ?? placeholder.replace(/\.+$/, '')}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit" variant="default">
            Buscar
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setText('')
              onClear()
            }}
          >
            Limpar
          </Button>
          {children && (
            <Button
              variant="subtle"
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={panelId}
              rightSection={<IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen} />}
              onClick={() => onToggle?.(!isOpen)}
            >
              {isOpen ? (toggle.hide ?? toggle.show) : toggle.show}
              {activeCount > 0 && ` (${activeCount})`}
            </Button>
          )}
        </div>
      </form>
      {children && (
        <div id={panelId} className={classes.panel} hidden={!isOpen}>
          {children}
        </div>
      )}
    </search>
  )
}

/** What is being typed; it starts again when the search in force changes from outside (Back, a link). */
function useDraft(search: string) {
  const [draft, setDraft] = useState({ search, text: search })
  if (draft.search !== search) setDraft({ search, text: search })
  return [draft.text, (text: string) => setDraft({ search, text })] as const
}
