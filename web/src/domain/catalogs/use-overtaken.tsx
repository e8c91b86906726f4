import { readWire } from '@malote/core/shared/renamed.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'

/** How to display the saved value of a field that is not text. */
export type ShownAs<Form extends FieldValues> = {
  [Name in FieldPath<Form>]?: (value: FieldPathValue<Form, Name>) => string | undefined
}

interface OvertakenOptions<Row, Form extends FieldValues, Fields> {
  /** The row when the form opened; null for a new one. */
  row: Row | null
  formOf: (row: Row | null) => Form
  form: UseFormReturn<Form, unknown, Fields>
  /** The wire schema of an edit; it also reads the saved record in the server's error. */
  wire: z.ZodType<{ current?: Partial<Row> | undefined }>
  shownAs?: ShownAs<Form> | undefined
  /** Called when the typed values are discarded. */
  onDiscard: () => void
}

/**
 * Handles an edit of a row that another user saved meanwhile. Untouched fields get the saved value; edited fields keep
 * what was typed and show the saved value beside it. The next save overwrites what the user has then seen.
 */
export function useOvertaken<Row extends object, Form extends FieldValues, Fields>(
  options: OvertakenOptions<Row, Form, Fields>,
) {
  const { row, formOf, form, wire, shownAs = {} as ShownAs<Form>, onDiscard } = options
  const [seen, setSeen] = useState(row)
  const [message, setMessage] = useState<string | null>(null)
  const { getValues, reset, setValue, setError, setFocus, formState } = form

  /** @returns whether the save was refused because another user had changed the row */
  const takeIn = (error: unknown): boolean => {
    if (!seen || !(error instanceof ApiError) || !error.current) return false
    const now = { ...seen, ...readWire(wire, { current: error.current }).current }
    const [began, typed, saved] = [formOf(seen), getValues(), formOf(now)]
    setSeen(now)
    setMessage(error.message)
    reset(saved, { keepIsSubmitted: true })
    for (const name of Object.keys(began) as FieldPath<Form>[]) {
      if (typed[name] === began[name]) continue
      setValue(name, typed[name], { shouldDirty: true })
      if (saved[name] === began[name] || saved[name] === typed[name]) continue
      setError(name, { message: `Salvo agora: ${shownAs[name]?.(saved[name]) || saved[name] || 'em branco'}` })
    }
    return true
  }
  const discard = () => {
    // The focused button unmounts, and after `reset` the fields are unregistered until the next render.
    setFocus(Object.keys(getValues())[0] as FieldPath<Form>)
    onDiscard()
    setMessage(null)
    reset()
  }
  const notice: ReactNode = message !== null && (
    <OvertakenNotice key={JSON.stringify(seen)} message={message} onDiscard={formState.isDirty ? discard : null} />
  )
  return { seen, setSeen, takeIn, notice }
}

interface OvertakenNoticeProps {
  message: string
  /** Discards what was typed; null when nothing was. */
  onDiscard: (() => void) | null
}

/**
 * Shown above the fields when another user saved the same record first. It takes the focus, which scrolls it into view.
 */
function OvertakenNotice({ message, onDiscard }: OvertakenNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Banner tone="danger">
        <p>
          {message}{' '}
          {onDiscard
            ? 'O que você digitou continua aqui; os outros campos mostram o que está salvo agora.'
            : 'Os campos mostram o que está salvo agora.'}
        </p>
        {onDiscard && (
          <Button variant="default" size="compact-md" className="mt-8" onClick={onDiscard}>
            Descartar o que digitei
          </Button>
        )}
      </Banner>
    </div>
  )
}
