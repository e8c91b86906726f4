import { longestAnswerNote } from '@malote/core/answers/answer.ts'
import { type Answer, answers } from '@malote/core/answers/answer-token.ts'
import { dueDateProblem } from '@malote/core/due-dates/due-date-rules.ts'
import { newExtensionRequest } from '@malote/core/due-dates/extension-request.ts'
import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { optionalText } from '@malote/core/shared/wire-values.ts'
import { z } from 'zod'

/** The fields of the form; `note` is the reason where more time is asked for. */
export interface AnswerFields {
  answer: Answer | null
  /** Civil date; '' for none. */
  returnDate: string
  note: string
}

/** @param present the item's due date */
export const answerSchema = (present: CivilDate | null, today: CivilDate) =>
  z
    .object({
      answer: z.enum(answers, 'Selecione uma resposta'),
      returnDate: z.string(),
      note: optionalText(longestAnswerNote),
    })
    .check(({ value: { answer, returnDate, note }, issues }) => {
      if (answer !== 'extension') return
      const problem = laterDateProblem(returnDate, present, today)
      if (problem) issues.push({ code: 'custom', input: returnDate, path: ['returnDate'], message: problem })
      const reason = newExtensionRequest.shape.reason.safeParse(note)
      const message = reason.error?.issues[0]?.message
      if (message) issues.push({ code: 'custom', input: note, path: ['note'], message })
    })

/** The message when a typed date cannot be the item's next due date. */
export function laterDateProblem(date: string, present: CivilDate | null, today: CivilDate): string | undefined {
  if (date === '') return 'Informe até quando precisa do item'
  return isCivilDate(date) ? dueDateProblem(date, present, today) : 'Data inválida'
}
