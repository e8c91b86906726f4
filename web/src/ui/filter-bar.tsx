import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import classes from './filter-bar.module.css'
import { useTyped } from './use-typed.ts'

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
  /** Further filters in a panel that can be hidden, as a lazy component: no list waits for what nobody has opened. */
  children?: ReactNode
  /** Words of the toggle; `hide` defaults to the same. */
  toggle?: { show: string; hide?: string }
  /** How many of the panel's filters are set; with any of them it begins open. */
  activeCount?: number
}

/** The search box of a list, and the panel of its filters. */
export function FilterBar({ search, onSearch, onClear, placeholder, before, children, ...rest }: FilterBarProps) {
  const { label, toggle = { show: 'Filtros' }, activeCount = 0 } = rest
  const [text, setText] = useTyped(search)
  const [isOpen, setOpen] = useState(activeCount > 0)
  const panelId = useId()

  return (
    <search className={classes.bar}>
      <form
        className={classes.line}
        onSubmit={(event) => {
          event.preventDefault()
          setText(text.trim())
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
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? (toggle.hide ?? toggle.show) : toggle.show}
              {activeCount > 0 && ` (${activeCount})`}
            </Button>
          )}
        </div>
      </form>
      {children && (
        <div id={panelId} className={classes.panel} hidden={!isOpen}>
          <Suspense fallback={<div className={classes.waiting} />}>{isOpen && children}</Suspense>
        </div>
      )}
    </search>
  )
}
