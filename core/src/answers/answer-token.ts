/** How the holder answers a reminder: it is back already; more time is needed; somebody else has it. */
export const answers = ['returned', 'extension', 'not_with_me'] as const
export type Answer = (typeof answers)[number]

/** Answers in the words of users. */
export const answerWords: Readonly<Record<Answer, string>> = {
  returned: 'Já devolvi',
  extension: 'Preciso de mais prazo',
  not_with_me: 'Não está comigo',
}

/** The last character of a token, which says which link of the mail was followed. */
const marks: Readonly<Record<Answer, string>> = { returned: 'r', extension: 'e', not_with_me: 'n' }

/** Path of the page that answers a reminder; the token is in the fragment, which no server logs. */
export const answerPath = '/responder'

/**
 * The three links of a reminder's line share one secret, so that one answer uses up all three; each ends in a mark, so
 * that the page opens with that answer chosen.
 *
 * @param secret 43 characters of base64url
 */
export const answerToken = (secret: string, answer: Answer): string => secret + marks[answer]

/** @returns the secret, and the answer whose link was followed; null when it is no token at all */
export function readAnswerToken(token: string): { secret: string; answer: Answer } | null {
  const answer = answers.find((one) => marks[one] === token.at(-1))
  return /^[\w-]{44}$/.test(token) && answer ? { secret: token.slice(0, -1), answer } : null
}
