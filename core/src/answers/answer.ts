import { z } from 'zod'
import { dueDay } from '../due-dates/due-day.ts'
import { filter } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { optionalText } from '../shared/wire-values.ts'
import { answers } from './answer-token.ts'

/** Days for which a link of a reminder is valid. */
export const answerLinkDays = 10

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
  /** The earliest date that may be asked for, `yyyy-MM-dd`. */
  earliestDate: z.string(),
  /** Dates that people ask for most. */
  quickDates: z.array(z.object({ label: z.string(), date: z.string() })),
})
export type OpenedAnswer = z.infer<typeof openedAnswer>
export const openedAnswerWire = renamed(openedAnswer)

/** The note of an answer has at most so many characters; for `extension` it is the reason, of at least 3. */
export const longestAnswerNote = 500

/** Body of `POST /api/answers` (contract 21.24). */
export const givenAnswer = z
  .object({
    token,
    answer: z.enum(answers, 'Selecione uma resposta'),
    returnDate: filter(dueDay),
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

/** The outcome of an answer, as one sentence for its page. */
export const answerReply = z.object({ message: z.string() })
