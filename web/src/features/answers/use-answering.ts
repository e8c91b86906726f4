import { type SubmitEvent, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { answerProblem, deadSentence } from './answer-problems.ts'

interface Answering {
  token: string
  onAnswered: (sentence: string) => void
  onDead: (sentence: string) => void
}

/**
 * Sends the fields of the form as they are named, which is how the server names its errors. Only the server checks them:
 * the schema would bring more code to a phone than the whole page has.
 */
export function useAnswering({ token, onAnswered, onDead }: Answering) {
  const [state, setState] = useState<{ errors: Readonly<Record<string, string>>; problem: string | null }>(blank)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    setBusy(true)
    setState(blank)
    try {
      const { message } = await api.post<{ message: string }>('/api/answers', {
        token,
        ...Object.fromEntries(new FormData(form)),
      })
      onAnswered(message)
    } catch (error) {
      const dead = deadSentence(error)
      if (dead !== null) return onDead(dead)
      const errors = error instanceof ApiError ? error.errors : {}
      const field = Object.keys(errors)
        .map((name) => form.querySelector<HTMLElement>(`[name="${name}"]`))
        .find(Boolean)
      setState(field ? { errors, problem: null } : { errors: {}, problem: answerProblem(error, failed) })
      field?.focus()
      setBusy(false)
    }
  }
  /** Call it when a field changes: its error is about what was there before. */
  const forget = (field: string) => setState(({ errors: { [field]: _, ...errors }, problem }) => ({ errors, problem }))
  return { submit, forget, ...state, isBusy }
}

const blank = { errors: {}, problem: null }

const failed = 'Não foi possível enviar a resposta agora. Tente novamente.'
