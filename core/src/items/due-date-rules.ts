import { addDays, type CivilDate, inPortuguese } from '../shared/civil-date.ts'

/**
 * First day that a due date may be set to: after the present one, and a first one not into the past (contract 11.9).
 */
export const earliestDueDate = (present: CivilDate | null, today: CivilDate): CivilDate =>
  present === null ? today : addDays(present, 1)

/**
 * A due date only ever moves to a later day; the first one must leave at least today.
 *
 * @param present the item's due date, null when it has none
 * @param today the organisation's day
 * @returns why `date` may not be set, undefined when it may
 */
export function dueDateProblem(date: CivilDate, present: CivilDate | null, today: CivilDate): string | undefined {
  if (date >= earliestDueDate(present, today)) return undefined
  if (present === null) return 'O prazo não pode ser anterior a hoje'
  return `O novo prazo deve ser posterior a ${inPortuguese(present)}`
}
