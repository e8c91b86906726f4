import { type SubmitEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'

interface CheckedForm<Schema extends z.ZodType> {
  /** Loaded on the first submit, so that the entrance pages render without Zod. */
  schema: () => Promise<Schema>
  /** Builds the schema's input from the form's fields. */
  read: (fields: FormData) => unknown
  send: (values: z.output<Schema>) => Promise<unknown>
  /** The error message for a failed call. */
  failure: (error: unknown) => string
}

/**
 * A small form without a form library: validates on submit, and from then on at every change. Focuses the first field
 * that is invalid or that the server refused.
 */
export function useCheckedForm<Schema extends z.ZodType>({ schema, read, send, failure }: CheckedForm<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')

  const check = async () => {
    const rules = await schema()
    // The form may have been unmounted while the schema was loading.
    const result = rules.safeParse(form.current ? read(new FormData(form.current)) : undefined)
    const found: Record<string, string> = {}
    for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= message
    setErrors(found)
    const [first] = Object.keys(found)
    return { values: result.data, first }
  }

  const fieldOf = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const hasField = (name: string) => Boolean(fieldOf(name))
  const focus = (name: string) => fieldOf(name)?.focus()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (state !== 'open') return
    setState('busy')
    setProblem(null)
    try {
      const { values, first } = await check()
      if (first === undefined) {
        await send(values as z.output<Schema>)
        return setState('done')
      }
      focus(first)
    } catch (error) {
      const refused = error instanceof ApiError ? Object.keys(error.errors).find(hasField) : undefined
      if (error instanceof ApiError && refused) {
        setErrors(error.errors)
        focus(refused)
      } else setProblem(failure(error))
    }
    setState('open')
  }

  return {
    /** Props of the `form` element. */
    form: { ref: form, noValidate: true, onSubmit: submit, onChange: () => errors && void check() },
    /** Props of a field. */
    field: (name: string) => ({ name, error: errors?.[name], 'aria-invalid': Boolean(errors?.[name]) }),
    problem,
    isBusy: state === 'busy',
    isDone: state === 'done',
  }
}
