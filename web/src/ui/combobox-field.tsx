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
import classes from './combobox-field.module.css'

export interface Choice {
  value: string
  label: string
}

export interface ComboboxFieldProps extends Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'rightSection'> {
  label: string
  value: Choice | null
  /** Something else was chosen; null: the field was emptied. */
  onChange: (choice: Choice | null) => void
  /** What was typed since the field was entered; null: nothing. */
  typed: string | null
  onType: (typed: string | null) => void
  /** What fits it, the likeliest first. */
  options: readonly Choice[]
  /** Shown in the list while it has no options. */
  message?: string | undefined
  /** The options for what was typed are still to come: Enter and leaving the field then wait for them. */
  isAwaiting?: boolean
  /** An emptied field is empty; otherwise it goes back to what was chosen. */
  canBeEmptied?: boolean
  /** The list opens when the focus comes, not only by a click, an arrow key or the first letter. */
  opensOnFocus?: boolean
  rightSection?: TextInputProps['rightSection']
  ref?: Ref<HTMLInputElement>
}

/**
 * The field behind every list that one types into. While one types, the first option is highlighted; Enter, Tab and
 * leaving the field take what is highlighted, Esc goes back to what was chosen. Only another choice than the present one
 * counts as a change.
 */
export function ComboboxField({ value, onChange, typed, onType, options, message, ...props }: ComboboxFieldProps) {
  const { isAwaiting = false, canBeEmptied = false, opensOnFocus = false, onBlur, ref, ...input } = props
  const [isOpen, setOpen] = useState(false)
  /** Where the arrow keys have gone. */
  const [movedTo, setMovedTo] = useState<string | null>(null)
  /** Somebody wants the first of the options that are still to come. */
  const [isTaking, setTaking] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: setOpen })
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const idOf = (choice: Choice) => `${listId}-${choice.value}`

  const isTyping = Boolean(typed?.trim())
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
    // With an open list Enter is an answer to it, and never sends the form.
    event.preventDefault()
    if (isAwaiting) setTaking(true)
    else if (highlighted) choose(highlighted)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // Another window is not another field: one comes back from there.
    if (!document.hasFocus()) return
    const isEmptied = typed !== null && !isTyping
    if (isEmptied && canBeEmptied) choose(null)
    // A press beside the list closes it before the field is left: what was typed still counts then.
    else if (!isEmptied && highlighted && (isOpen || isTyping)) choose(highlighted)
    else if (isAwaiting) {
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
          aria-activedescendant={isOpen && highlighted ? idOf(highlighted) : undefined}
          // Esc closes the list, not the dialog around it.
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
                className={classes.option}
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

/** Within the list alone: the page stays where it is. */
function scrollTo(list: HTMLElement | null, option: HTMLElement | null) {
  if (!list || !option) return
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}
