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

/** The latest day on which an item that was passed on may come back: the day on which it is due further up. */
export interface DueLimit {
  returnDate: CivilDate
  /** Name of the department that it must be back at by then. */
  department: string
}

/**
 * An item that was passed on comes back no later than it is due where it was passed on from (contract 20.36).
 *
 * @param limit null: not passed on, or without a due date there
 * @returns the message when `date` is not allowed, else undefined
 */
export function dueLimitProblem(date: CivilDate, limit: DueLimit | null): string | undefined {
  if (limit === null || date <= limit.returnDate) return undefined
  return `O prazo não pode passar de ${inPortuguese(limit.returnDate)}, quando o item volta a ${limit.department}.`
}

/**
 * Every new due date of an item follows both rules, {@link dueDateProblem} and {@link dueLimitProblem}.
 *
 * @param item  its present due date, and the latest one that the department before allows
 * @param today the organisation's day
 * @returns the message when `date` is not allowed, else undefined
 */
export const newDueDateProblem = (
  date: CivilDate,
  item: { returnDate: CivilDate | null; dueLimit: DueLimit | null },
  today: CivilDate,
): string | undefined => dueDateProblem(date, item.returnDate, today) ?? dueLimitProblem(date, item.dueLimit)
