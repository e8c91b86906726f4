import { extensionDecision } from '@malote/core/due-dates/extension-request.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { z } from 'zod'
import { laterDateProblem } from './answer-schema.ts'

/** The fields of the form; the date only counts when the request is granted. */
export interface DecisionFields {
  decision: 'grant' | 'deny'
  /** Civil date; '' for none. */
  returnDate: string
  note: string
}

/** @param present the item's due date */
export const decisionSchema = (present: CivilDate | null, today: CivilDate) =>
  z
    .object({ decision: extensionDecision.shape.decision, returnDate: z.string(), note: extensionDecision.shape.note })
    .check(({ value, issues }) => {
      const { decision, returnDate, note } = value
      const problem = decision === 'grant' && laterDateProblem(returnDate, present, today)
      if (problem) issues.push({ code: 'custom', input: value, path: ['returnDate'], message: problem })
      const { error } = extensionDecision.safeParse({ decision, note })
      for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', input: value, path, message })
    })
