import { useCallback, useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { ApiError, errorMessage } from '../../lib/api-error.ts'

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
function verify(search: string): Promise<Verified> {
  const answer = early?.search === search ? early.answer : ask(search)
  early = undefined
  return answer
}

type Verification =
  | { kind: 'loading' }
  | { kind: 'found'; paper: Verified }
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; sentence: string }

/** The verdict on the code in the address; `again` asks once more. */
export function useVerification(search: string): { state: Verification; again: () => void } {
  const [state, setState] = useState<Verification>({ kind: 'loading' })
  const again = useCallback(() => {
    if (!askedIn(search).code) return
    setState({ kind: 'loading' })
    verify(search).then(
      (paper) => setState({ kind: 'found', paper }),
      (error) => setState(refusalOf(error)),
    )
  }, [search])
  useEffect(again, [again])
  return { state, again }
}

function refusalOf(error: unknown): Verification {
  const status = error instanceof ApiError ? error.status : null
  if (status === 400) return { kind: 'refused', sentence: errorMessage(error, 'Código inválido.') }
  if (status === 404) {
    const isOff = error instanceof ApiError && error.code === 'VERIFICATION_OFF'
    const unknown =
      'Nenhum documento tem este código. Confira os caracteres; se estiverem certos, o papel não é autêntico.'
    return { kind: 'refused', sentence: isOff ? errorMessage(error, unknown) : unknown }
  }
  if (status === 0)
    return { kind: 'failed', sentence: 'Sem conexão com o Malote. Verifique a internet e tente novamente.' }
  if (status === 429) {
    return { kind: 'failed', sentence: 'Muitas consultas em pouco tempo. Aguarde um minuto e tente novamente.' }
  }
  return { kind: 'failed', sentence: errorMessage(error, 'Não foi possível verificar agora. Tente novamente.') }
}
