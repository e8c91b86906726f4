import { isCivilDate } from '@malote/core/shared/civil-date.ts'
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDate } from '../../lib/format.ts'
import { TouchClose } from '../dialog/dialog-frame.tsx'
import { floatingButton } from '../floating-button.ts'
import { lazyPart } from '../lazy-part.tsx'
import classes from './fields.module.css'

interface DateFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'required' | 'name' | 'ref' | 'error' | 'aria-required'> {
  /** Civil date `yyyy-MM-dd`, '' for none; invalid text is shown unchanged. */
  value: string
  /**
   * Called with a civil date, '' when the field was cleared, or the text when the field was left with an invalid date.
   */
  onChange: (value: string) => void
  /** First and last day that the calendar offers. They do not validate typed dates; the form does. */
  min?: string
  max?: string
  onBlur?: () => void
  'data-autofocus'?: boolean
}

/**
 * A date that is typed in any common format or picked from a calendar; in Portuguese regardless of the browser's
 * language.
 */
export function DateField({ value, onChange, min, max, error, onBlur, ...rest }: DateFieldProps) {
  const id = useId()
  const { text, isWrong, type, settle } = useDateText(value, onChange)
  return (
    <TextInput
      {...rest}
      id={id}
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={error || (isWrong && 'Data inválida')}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
      onBlur={() => {
        settle()
        onBlur?.()
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <DatePopover
          labelId={`${id}-label`}
          value={isCivilDate(value) ? value : null}
          onPick={onChange}
          {...{ min, max }}
        />
      }
    />
  )
}

/** The text in the field during typing, and the date that it means. */
function useDateText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState({ value, text: shown(value), isSettled: true, given: value })
  // The parent has changed the value: keep the typed text if it means the same date, or has gone on since it was given.
  if (typed.value !== value) {
    const isKnown = typed.given === value || meaning(typed.text) === value
    setTyped(isKnown ? { ...typed, value } : { value, text: shown(value), isSettled: true, given: value })
  }
  const { text, isSettled, given } = typed
  return {
    text,
    isWrong: isSettled && text.trim() !== '' && typedDay(text) === null,
    type: (next: string) => {
      const known = next.trim() === '' ? '' : completeDay(next)
      setTyped({ value, text: next, isSettled: false, given: known ?? given })
      if (known !== null && known !== value) onChange(known)
    },
    /** Called on blur or submit: applies the text as the value and shows it in full format. */
    settle: () => {
      const meant = meaning(text)
      setTyped({ value, text: shown(meant), isSettled: true, given: meant })
      if (meant !== value) onChange(meant)
    },
  }
}

const shown = (value: string) => (isCivilDate(value) ? formatDate(value) : value)
const meaning = (text: string) => typedDay(text) ?? text.trim()

const DayCalendar = lazyPart(
  () => import('./day-calendar.tsx'),
  <div className={classes.waiting} tabIndex={-1} data-autofocus data-mantine-stop-propagation />,
)

interface DatePopoverProps {
  /** Id of the field's label, so that the calendar's name includes it. */
  labelId: string
  value: string | null
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
}

/** The button of a date field and its calendar. The button has its own accessible name, distinct from the field's. */
function DatePopover({ labelId, onPick, ...days }: DatePopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const pick = (day: string) => {
    onPick(day)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label="Abrir calendário"
          aria-describedby={labelId}
          {...floatingButton('dialog', isOpen, setOpen)}
        >
          <IconCalendar size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-modal aria-label="Calendário">
        <DayCalendar {...days} onPick={pick} />
        <TouchClose onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

const iso = /^\d{4}-\d{2}-\d{2}$/
/** Day, month and year with separators or none: 5/3/26, 05.03.2026, 05032026. */
const spaced = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const run = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
/** The same with a four-digit year only: two digits may be the start of one while the user is typing. */
const unfinished = /(^|[-/. ])\d{2}$|^\d{6}$/

/**
 * The day that a text means, in Brazilian or ISO notation: `27/11/2026`, `5/3/26`, `05032026`, `2026-11-27`. Two-digit
 * years are in this century.
 *
 * @returns `yyyy-MM-dd`; null for an invalid date
 */
export function typedDay(text: string): string | null {
  const typed = text.trim()
  if (iso.test(typed)) return existing(typed)
  const [, date = '', month = '', year = ''] = spaced.exec(typed) ?? run.exec(typed) ?? []
  return existing(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

/** The same during typing: a two-digit year may be the first half of a four-digit one, so it is not accepted. */
export function completeDay(text: string): string | null {
  const typed = text.trim()
  return unfinished.test(typed) && !iso.test(typed) ? null : typedDay(typed)
}

// A year before 1000 means that its digits are not all typed yet.
const existing = (date: string) => (date.startsWith('0') || !isCivilDate(date) ? null : date)
