import { z } from 'zod'
import { civilDate } from '../shared/civil-date.ts'
import { filter } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { optionalText } from '../shared/wire-values.ts'

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

/** Days for which a link of a reminder is valid. */
export const answerLinkDays = 10

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

const token = z.string('Link inválido').max(200, 'Link inválido')

/** Body of `POST /api/answers/open`. */
export const answerOpening = z.object({ token })

/** What a link is about; says nothing of the person's account (contract 21.23). */
export const openedAnswer = z.object({
  itemType: z.string(),
  documentNumber: z.string().nullable(),
  itemDescription: z.string().nullable(),
  /** Civil date, `yyyy-MM-dd`. */
  returnDate: z.string(),
  /** The answers that are possible now. */
  choices: z.array(z.enum(answers)),
})
export type OpenedAnswer = z.infer<typeof openedAnswer>
export const openedAnswerWire = renamed(openedAnswer)

/** Most characters of the sentence in an answer; for `extension` it is the reason and must have 3. */
export const longestAnswerNote = 500

/** Body of `POST /api/answers` (contract 21.24). */
export const givenAnswer = z
  .object({
    token,
    answer: z.enum(answers, 'Selecione uma resposta'),
    returnDate: filter(civilDate),
    note: optionalText(longestAnswerNote),
  })
  .superRefine(({ answer, returnDate, note }, context) => {
    if (answer !== 'extension') return
    if (!returnDate)
      context.addIssue({ code: 'custom', path: ['returnDate'], message: 'Informe até quando precisa do item' })
    if ((note?.length ?? 0) < 3) {
      context.addIssue({
        code: 'custom',
        path: ['note'],
        message: 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)',
      })
    }
  })
export type GivenAnswer = z.infer<typeof givenAnswer>
export const givenAnswerWire = renamed(givenAnswer)

/** What became of an answer, as one sentence for its page. */
export const answerReply = z.object({ message: z.string() })
