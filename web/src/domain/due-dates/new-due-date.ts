import { dueDateProblem } from '@malote/core/due-dates/due-date-rules.ts'
import { dueDateBody } from '@malote/core/items/item.wire.ts'
import { type CivilDate, civilDate } from '@malote/core/shared/civil-date.ts'
import { z } from 'zod'

const chosen = dueDateBody.pick({ reason: true }).extend({
  returnDate: z.string().min(1, 'Informe a data de retorno').pipe(civilDate),
})

/**
 * A new due date and its reason, as forms ask for them.
 *
 * @param present the due date that it replaces; null when there is none, or not one for all items
 */
export const newDueDate = (present: CivilDate | null, today: CivilDate) =>
  chosen.check(({ value, issues }) => {
    const message = dueDateProblem(value.returnDate, present, today)
    if (message) issues.push({ code: 'custom', input: value.returnDate, path: ['returnDate'], message })
  })
