import type { OpenedAnswer } from '@malote/core/answers/answer.ts'
import { readAnswerToken } from '@malote/core/answers/answer-token.ts'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError, errorMessage } from '../../lib/api-error.ts'

/** Response of `POST /api/answers/open`. */
interface OpenedLinkWire {
  item_type: string
  document_number: string | null
  item_description?: string | null
  return_date: string
  choices: OpenedAnswer['choices']
  earliest_date: string
  quick_dates: OpenedAnswer['quickDates']
}

let early: { token: string; answer: Promise<OpenedLinkWire> } | undefined

/** Asks what a link is about while its page is still loading. */
export function openLinkEarly(token: string): void {
  if (!readAnswerToken(token)) return
  early = { token, answer: ask(token) }
  early.answer.catch(() => {}) // Handled by `openLink`.
}

/** What a link is about. Uses the answer of `openLinkEarly` once, so that trying again asks again. */
function openLink(token: string): Promise<OpenedLinkWire> {
  const answer = early?.token === token ? early.answer : ask(token)
  early = undefined
  return answer
}

const ask = (token: string) => api.post<OpenedLinkWire>('/api/answers/open', { token })

type LinkState =
  | { kind: 'loading' }
  | { kind: 'open'; item: OpenedLink }
  | { kind: 'dead' | 'failed'; sentence: string }

/** The item of a link. */
export type OpenedLink = OpenedAnswer

/** Loads what a link is about; `open` tries again. */
export function useOpenedLink(token: string): { state: LinkState; open: () => void } {
  const [state, setState] = useState<LinkState>({ kind: 'loading' })
  const open = useCallback(() => {
    setState({ kind: 'loading' })
    read(token).then(setState)
  }, [token])
  useEffect(open, [open])
  return { state, open }
}

async function read(token: string): Promise<LinkState> {
  try {
    return { kind: 'open', item: fromWire(await openLink(token)) }
  } catch (error) {
    const dead = deadSentence(error)
    if (dead) return { kind: 'dead', sentence: dead }
    return { kind: 'failed', sentence: answerProblem(error, 'Não foi possível abrir o link agora. Tente novamente.') }
  }
}

/** By hand, because the pages before the sign-in do not load Zod. */
const fromWire = (answer: OpenedLinkWire): OpenedLink => ({
  itemType: answer.item_type,
  documentNumber: answer.document_number,
  itemDescription: answer.item_description ?? null,
  returnDate: answer.return_date,
  choices: answer.choices,
  earliestDate: answer.earliest_date,
  quickDates: answer.quick_dates,
})

/** Why a link no longer works, as the server says it; null for every other error. */
export const deadSentence = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 410 ? errorMessage(error, 'Este link não vale mais.') : null

/** The failure, and the way out of it. */
export function answerProblem(error: unknown, fallback: string): string {
  const status = error instanceof ApiError ? error.status : null
  if (status === 0) return 'Sem conexão com o Malote. Verifique a internet e tente novamente.'
  if (status === 429) return 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'
  return errorMessage(error, fallback)
}
