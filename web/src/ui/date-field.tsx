import { isCivilDate } from '@malote/core/shared/civil-date.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useId, useState } from 'react'
import { formatDate } from '../lib/format.ts'
import { completeDay, typedDay } from '../lib/typed-date.ts'
import { DatePopover } from './date-popover.tsx'

interface DateFieldProps
  extends Pick<TextInputProps, 'label' | 'description' | 'required' | 'name' | 'ref' | 'error' | 'aria-required'> {
  /** Civil date `yyyy-MM-dd`, '' for none; also a text that is no day, shown as it is. */
  value: string
  /** A civil date, '' when the field was emptied, or the text when it was left with something that is no day. */
  onChange: (value: string) => void
  /** First and last day of the calendar. What is typed is judged by whoever owns the value. */
  min?: string
  max?: string
  onBlur?: () => void
  'data-autofocus'?: boolean
}

/** A day, typed in any of the usual ways or picked from a calendar; in Portuguese whatever the browser speaks. */
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

/** What is in the field while somebody types, and which day that is. */
function useDateText(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState({ value, text: shown(value), isSettled: true })
  // The day has come or changed from outside: what was typed stays if it is what was meant.
  if (typed.value !== value) {
    const isMeant = meaning(typed.text) === value
    setTyped(isMeant ? { ...typed, value } : { value, text: shown(value), isSettled: true })
  }
  const { text, isSettled } = typed
  return {
    text,
    isWrong: isSettled && text.trim() !== '' && typedDay(text) === null,
    type: (next: string) => {
      setTyped({ value, text: next, isSettled: false })
      const known = next.trim() === '' ? '' : completeDay(next)
      if (known !== null && known !== value) onChange(known)
    },
    /** The field is left, or its form sent: what is in it now counts, and is written out. */
    settle: () => {
      const meant = meaning(text)
      setTyped({ value, text: shown(meant), isSettled: true })
      if (meant !== value) onChange(meant)
    },
  }
}

const shown = (value: string) => (isCivilDate(value) ? formatDate(value) : value)
const meaning = (text: string) => typedDay(text) ?? text.trim()
