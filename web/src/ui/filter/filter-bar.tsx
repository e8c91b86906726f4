import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTyped } from '../fields/use-typed.ts'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  /** The current search text. */
  search: string
  /** @param isTyped the user may still be typing: no step of the browser's history */
  onSearch: (text: string, isTyped: boolean) => void
  onClear: () => void
  placeholder: string
  /** Accessible name of the search box, where the placeholder could be confused with another field's. */
  label?: string
  /** Next to the search box: controls that are always visible, e.g. the kind of search. */
  before?: ReactNode
  /** Quick filters. With them everything is one line, and the list follows what is typed. */
  chips?: ReactNode
  /** At the end of that line. */
  more?: ReactNode
  /** Further filters in a collapsible panel, as a lazy component, so that the list does not wait for a closed panel. */
  children?: ReactNode
  /** Labels of the toggle; `hide` defaults to `show`. */
  toggle?: { show: string; hide?: string }
  /** Number of active filters in the panel; if any, the panel starts open. */
  activeCount?: number
}

/** Pause after which a list follows what is typed into its search, in milliseconds. */
const pauseMs = 300

/** The search box of a list and its collapsible filter panel. */
export function FilterBar({ search, onSearch, onClear, placeholder, before, chips, more, ...rest }: FilterBarProps) {
  const { children, label, toggle = { show: 'Filtros' }, activeCount = 0 } = rest
  const isLine = chips !== undefined
  const { text, type, settle } = useTyped(search, isLine ? (typed) => onSearch(typed, true) : null, pauseMs)
  const [isOpen, setOpen] = useState(activeCount > 0)
  const panelId = useId()

  return (
    <search className={isLine ? 'block mb-12' : 'block mb-16'}>
      <form
        className={isLine ? classes.line : 'row wrap gap-8'}
        onSubmit={(event) => {
          event.preventDefault()
          settle(text.trim())
          onSearch(text.trim(), false)
        }}
      >
        {before}
        <TextInput
          className={classes.box}
          type="search"
          aria-label={label ?? placeholder.replace(/\.+$/, '')}
          placeholder={placeholder}
          {...(isLine ? { rightSection: <SearchButton /> } : { leftSection: <IconSearch size={16} aria-hidden /> })}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <div className={isLine ? classes.strip : classes.buttons}>
          {chips}
          {!isLine && (
            <Button type="submit" variant="default">
              Buscar
            </Button>
          )}
          <Button
            variant="subtle"
            className={isLine ? 'at-end' : undefined}
            onClick={() => {
              settle('')
              onClear()
            }}
          >
            Limpar
          </Button>
          {children && (
            <Button
              variant="subtle"
              className={isLine ? undefined : 'at-end'}
              aria-expanded={isOpen}
              aria-controls={panelId}
              rightSection={<IconChevronDown size={16} aria-hidden className={classes.chevron} data-open={isOpen} />}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? (toggle.hide ?? toggle.show) : toggle.show}
              {activeCount > 0 && <span>&nbsp;({activeCount})</span>}
            </Button>
          )}
          {more}
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

const SearchButton = () => (
  <ActionIcon type="submit" variant="subtle" size={32} title="Buscar">
    <IconSearch size={16} aria-hidden />
    <VisuallyHidden>Buscar</VisuallyHidden>
  </ActionIcon>
)
