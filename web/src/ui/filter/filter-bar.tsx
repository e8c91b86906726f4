import { Button, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTyped } from '../fields/use-typed.ts'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  /** The current search text. */
  search: string
  onSearch: (text: string) => void
  onClear: () => void
  placeholder: string
  /** Accessible name of the search box, where the placeholder could be confused with another field's. */
  label?: string
  /** Next to the search box: controls that are always visible, e.g. the kind of search. */
  before?: ReactNode
  /** Further filters in a collapsible panel, as a lazy component, so that the list does not wait for a closed panel. */
  children?: ReactNode
  /** Labels of the toggle; `hide` defaults to `show`. */
  toggle?: { show: string; hide?: string }
  /** Number of active filters in the panel; if any, the panel starts open. */
  activeCount?: number
}

/** The search box of a list and its collapsible filter panel. */
export function FilterBar({ search, onSearch, onClear, placeholder, before, children, ...rest }: FilterBarProps) {
  const { label, toggle = { show: 'Filtros' }, activeCount = 0 } = rest
  const [text, setText] = useTyped(search)
  const [isOpen, setOpen] = useState(activeCount > 0)
  const panelId = useId()

  return (
    <search className="block mb-16">
      <form
        className="flex wrap gap-8"
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
              className="at-end"
              aria-expanded={isOpen}
              aria-controls={panelId}
              rightSection={<IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? (toggle.hide ?? toggle.show) : toggle.show}
              {activeCount > 0 && <span>&nbsp;({activeCount})</span>}
            </Button>
          )}
        </div>
      </form>
      {children && (
        <div id={panelId} className={classes.panel} hidden={!isOpen}>
          {isOpen && children}
        </div>
      )}
    </search>
  )
}
