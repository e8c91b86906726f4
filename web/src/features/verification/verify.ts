import { api } from '../../lib/api.ts'

/** Response of `GET /api/verify/{code}`, by hand, because the pages before the sign-in do not load Zod. */
export interface Verified {
  protocol_id: number
  status: string
  origin_department: string
  destination_department: string
  created_at: string
  current: boolean | null
}

let early: { search: string; answer: Promise<Verified> } | undefined

/** What the address asks for. @param search `?codigo=…&f=…` */
export function askedIn(search: string): { code: string; fingerprint: string | null } {
  const query = new URLSearchParams(search)
  return { code: query.get('codigo')?.trim() ?? '', fingerprint: query.get('f') }
}

/** Asks while the page is still loading. */
export function verifyEarly(search: string): void {
  if (!askedIn(search).code) return
  early = { search, answer: ask(search) }
  early.answer.catch(() => {}) // Handled by `verify`.
}

const ask = (search: string) => {
  const { code, fingerprint } = askedIn(search)
  return api.get<Verified>(`/api/verify/${encodeURIComponent(code)}`, { query: { f: fingerprint ?? undefined } })
}

/** Uses the answer of `verifyEarly` once, so that trying again asks again. */
export function verify(search: string): Promise<Verified> {
  const answer = early?.search === search ? early.answer : ask(search)
  early = undefined
  return answer
}
