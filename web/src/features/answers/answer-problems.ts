import { ApiError, errorMessage } from '../../lib/api-error.ts'

/** Why a link no longer works, as the server says it; null for every other error. */
export const deadSentence = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 410 ? errorMessage(error, 'Este link não vale mais.') : null

/** What went wrong, and what to do about it. */
export function answerProblem(error: unknown, fallback: string): string {
  const status = error instanceof ApiError ? error.status : null
  if (status === 0) return 'Sem conexão com o Malote. Verifique a internet e tente novamente.'
  if (status === 429) return 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'
  return errorMessage(error, fallback)
}
