import { addDays, type CivilDate, inPortuguese } from '../shared/civil-date.ts'

/**
 * Earliest allowed due date: after the present one, and for a first due date not in the past (contract 11.9).
 */
export const earliestDueDate = (present: CivilDate | null, today: CivilDate): CivilDate =>
  present === null ? today : addDays(present, 1)

/**
 * A due date may only move to a later day; a first due date must be today or later.
 *
 * @param present the item's due date, null when it has none
 * @param today the organisation's day
 * @returns the message when `date` is not allowed, else undefined
 */
export function dueDateProblem(date: CivilDate, present: CivilDate | null, today: CivilDate): string | undefined {
  if (date >= earliestDueDate(present, today)) return undefined
  if (present === null) return 'O prazo não pode ser anterior a hoje'
  return `O novo prazo deve ser posterior a ${inPortuguese(present)}`
}
