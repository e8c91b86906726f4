import { type SubmitEvent, useRef, useState } from 'react'
import type { z } from 'zod'

interface CheckedForm<Schema extends z.ZodType> {
  /** Loaded when the form is first submitted: the pages of the entrance stand without Zod. */
  schema: () => Promise<Schema>
  /** What the schema checks, from the form's fields. */
  read: (fields: FormData) => unknown
  send: (values: z.output<Schema>) => Promise<unknown>
  /** The sentence for a call that failed. */
  failure: (error: unknown) => string
}

/**
 * A small form without a form library: checked when it is submitted, and from then on while it is typed into. The first
 * field that is not valid gets the focus.
 */
export function useCheckedForm<Schema extends z.ZodType>({ schema, read, send, failure }: CheckedForm<Schema>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')

  const check = async () => {
    const rules = await schema()
    // The form may have been left meanwhile.
    const result = rules.safeParse(form.current ? read(new FormData(form.current)) : undefined)
    const found: Record<string, string> = {}
    for (const { path, message } of result.error?.issues ?? []) found[path.join('.')] ??= message
    setErrors(found)
    const [first] = Object.keys(found)
    return { values: result.data, first }
  }

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
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    } catch (error) {
      setProblem(failure(error))
    }
    setState('open')
  }

  return {
    /** Takes the form's own events. */
    form: { ref: form, noValidate: true, onSubmit: submit, onChange: () => errors && void check() },
    /** What a field takes. */
    field: (name: string) => ({ name, error: errors?.[name], 'aria-invalid': Boolean(errors?.[name]) }),
    problem,
    isBusy: state === 'busy',
    isDone: state === 'done',
  }
}
