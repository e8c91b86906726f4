import { CheckIcon, Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import classes from './fields.module.css'

export interface Choice {
  value: string
  label: string
}

export interface ComboboxFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'rightSection'> {
  label: string
  value: Choice | null
  /** Called with another option, or with null when the field was cleared. */
  onChange: (choice: Choice | null) => void
  /** What was typed since the field got the focus; null if nothing. */
  typed: string | null
  onType: (typed: string | null) => void
  /** The options that match the typed text, best first. */
  options: readonly Choice[]
  /** Shown in the list while it has no options. */
  message?: string | undefined
  /** The options are still loading: Enter and blur after typing then wait for them. */
  isAwaiting?: boolean
  /** Clearing the field sets null; otherwise it goes back to the selected option. */
  canBeEmptied?: boolean
  /** Opens the list on focus, not only on a click, an arrow key or the first letter. */
  opensOnFocus?: boolean
  rightSection?: TextInputProps['rightSection']
  ref?: Ref<HTMLInputElement>
}

/**
 * The text field with a list of options behind every select that supports typing. The first option is highlighted while
 * the user types. Enter, Tab and blur select the highlighted option; Esc restores the selected one. `onChange` is only
 * called for a different option.
 */
export function ComboboxField({ value, onChange, typed, onType, options, message, ...props }: ComboboxFieldProps) {
  const { isAwaiting = false, canBeEmptied = false, opensOnFocus = false, onBlur, ref, ...input } = props
  const [isOpen, setOpen] = useState(false)
  /** The option that the arrow keys have highlighted. */
  const [movedTo, setMovedTo] = useState<string | null>(null)
  /** The first option will be selected as soon as the options have loaded. */
  const [isTaking, setTaking] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const idOf = (choice: Choice) => `${listId}-${choice.value}`

  const isTyping = Boolean(typed?.trim())
  const isAwaited = isAwaiting && isTyping
  const highlighted = options.find((option) => option.value === movedTo) ?? (isTyping ? options[0] : undefined)

  const close = () => {
    setOpen(false)
    setMovedTo(null)
    setTaking(false)
    onType(null)
  }
  const choose = (choice: Choice | null) => {
    close()
    if (choice?.value !== value?.value) onChange(choice)
  }
  const type = (text: string) => {
    setOpen(true)
    setMovedTo(null)
    setTaking(false)
    onType(text)
  }
  const move = (step: 1 | -1) => {
    const chosen = options.findIndex((option) => option.value === value?.value)
    if (!isOpen) {
      setOpen(true)
      return setMovedTo(options[Math.max(chosen, 0)]?.value ?? null)
    }
    const present = highlighted ? options.indexOf(highlighted) : chosen
    const next = present < 0 && step < 0 ? -1 : present + step
    setMovedTo(options.at(next % Math.max(options.length, 1))?.value ?? null)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || !isOpen) return
    // While the list is open, Enter selects an option and never submits the form.
    event.preventDefault()
    if (isAwaited) setTaking(true)
    else if (highlighted) choose(highlighted)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Switching to another window also fires blur, but the user may come back to this field.
    if (!document.hasFocus()) return
    const isEmptied = typed !== null && !isTyping
    if (isEmptied && canBeEmptied) choose(null)
    // A press outside closes the list before the field loses focus, and the typed text still counts.
    else if (!isEmptied && highlighted && (isOpen || isTyping)) choose(highlighted)
    else if (isAwaited) {
      setTaking(true)
      setOpen(false)
    } else close()
    onBlur?.(event)
  }

  const takeFirst = useEffectEvent(() => {
    if (options[0]) choose(options[0])
    else if (document.activeElement === field.current) setTaking(false)
    else close()
  })
  useEffect(() => {
    if (isTaking && !isAwaiting) takeFirst()
  }, [isTaking, isAwaiting])

  const shownFirst = highlighted ?? value
  const shownFirstId = shownFirst ? idOf(shownFirst) : ''
  useEffect(() => {
    if (isOpen) scrollTo(list.current, document.getElementById(shownFirstId))
  }, [isOpen, shownFirstId])

  return (
    <Combobox
      store={combobox}
      shadow="md"
      keepMounted={false}
      onOptionSubmit={(chosen) => choose(options.find((option) => option.value === chosen) ?? null)}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          rightSectionPointerEvents="none"
          {...input}
          ref={useMergedRef(field, ref)}
          role="combobox"
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          data-awaited={isAwaited || isTaking || undefined}
          aria-activedescendant={isOpen && highlighted ? idOf(highlighted) : undefined}
          // Esc closes the list and not the surrounding dialog.
          data-mantine-stop-propagation={isOpen || undefined}
          autoComplete="off"
          value={typed ?? value?.label ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => opensOnFocus && setOpen(true)}
          onClick={({ currentTarget }) => {
            setOpen(true)
            if (typed === null) currentTarget.select()
          }}
          onKeyDown={press}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 && !message}>
        <Combobox.Options ref={list} id={listId} aria-label="Opções" className={classes.options}>
          {options.length === 0 && <Combobox.Empty>{message}</Combobox.Empty>}
          {options.map((option) => {
            const isChosen = option.value === value?.value
            return (
              <Combobox.Option
                key={option.value}
                id={idOf(option)}
                value={option.value}
                selected={option === highlighted}
                data-highlighted={option === highlighted || undefined}
                aria-selected={isChosen}
                className="row between gap-8"
              >
                <span>{option.label}</span>
                {isChosen && <CheckIcon className={classes.check} />}
              </Combobox.Option>
            )
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Scrolls only the list, unlike `scrollIntoView`, which may also scroll the page. */
function scrollTo(list: HTMLElement | null, option: HTMLElement | null) {
  if (!list || !option) return
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
