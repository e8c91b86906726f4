import type { OpenedAnswer } from '@malote/core/answers/answer.ts'
import { readAnswerToken } from '@malote/core/answers/answer-token.ts'
import { api } from '../../lib/api.ts'

/** Response of `POST /api/answers/open`. */
export interface OpenedLinkWire {
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
export function openLink(token: string): Promise<OpenedLinkWire> {
  const answer = early?.token === token ? early.answer : ask(token)
  early = undefined
  return answer
}

const ask = (token: string) => api.post<OpenedLinkWire>('/api/answers/open', { token })
