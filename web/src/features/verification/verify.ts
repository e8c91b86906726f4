import { api } from '../../lib/api.ts'

/** Response of `GET /api/verify/{code}`, and what its page needs besides, by hand, because the pages before the sign-in do not load Zod. */
export interface Verified {
  protocol_id: number
  status: string
  origin_department: string
  destination_department: string
  created_at: string
  /** The organisation's, in which papers say their days. */
  time_zone: string
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

async function ask(search: string): Promise<Verified> {
  const { code, fingerprint } = askedIn(search)
  const query = { f: fingerprint ?? undefined }
  const [paper, config] = await Promise.all([
    api.get<Verified>(`/api/verify/${encodeURIComponent(code)}`, { query }),
    api.get<Pick<Verified, 'time_zone'>>('/api/config').catch(() => null),
  ])
  return { ...paper, time_zone: config?.time_zone ?? 'America/Sao_Paulo' }
}

/** Uses the answer of `verifyEarly` once, so that trying again asks again. */
export function verify(search: string): Promise<Verified> {
  const answer = early?.search === search ? early.answer : ask(search)
  early = undefined
  return answer
}
