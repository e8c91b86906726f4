import { addDays, type CivilDate, inPortuguese } from '../shared/civil-date.ts'

/** Earliest allowed due date: today or later, and after the present one (contract 11.9). */
export const earliestDueDate = (present: CivilDate | null, today: CivilDate): CivilDate =>
  present === null || present < today ? today : addDays(present, 1)

/**
 * A due date may only move to a later day, and never before today.
 *
 * @param present the item's due date, null when it has none
 * @param today the organisation's day
 * @returns the message when `date` is not allowed, else undefined
 */
export function dueDateProblem(date: CivilDate, present: CivilDate | null, today: CivilDate): string | undefined {
  if (date >= earliestDueDate(present, today)) return undefined
  if (date < today || present === null) return 'A data deve ser hoje ou posterior.'
  return `O novo prazo deve ser posterior a ${inPortuguese(present)}`
}
