import { addDays, type CivilDate } from '../shared/civil-date.ts'
import { dayCount, dueDate, isBusinessDay } from '../shared/due-date.ts'

/** What a deadline says of itself in the morning; the values are those of the table `item_reminders`. */
export const reminderKind = { dueTomorrow: 'due_tomorrow', dueToday: 'due_today', overdue: 'overdue' } as const
export type ReminderKind = (typeof reminderKind)[keyof typeof reminderKind]

/**
 * Why a person is reminded of an item: answers for it; is a Gestor of the destination and nobody answers for it;
 * created the protocol; is a Gestor of the destination and it has been late for too long.
 */
export const reminderRoles = ['responsible', 'stand-in', 'creator', 'manager'] as const
export type ReminderRole = (typeof reminderRoles)[number]

/** An item that is out, as one person is concerned with it. */
export interface Deadline {
  dueDate: CivilDate
  reminderRole: ReminderRole
  /** Day of this person's last reminder of each kind for this due date; a deadline that was moved begins anew. */
  reminded: Partial<Record<ReminderKind, CivilDate>>
}

/** A day on which people work and are reminded. */
export interface BusinessDay {
  today: CivilDate
  /** The next day on which they are. */
  nextBusinessDay: CivilDate
  holidays: ReadonlySet<CivilDate>
}

/** Business days after which a late item is also the business of the destination's Gestores. */
const escalationDays = 3

/** Days after which somebody is reminded again of an item that is still late. */
const repeatDays = 7

/** Most days a morning looks ahead: no calendar has more days off in a row than this. */
export const longestBreak = 60

/** @returns undefined on weekends and holidays, when nobody is reminded of anything */
export function businessDayOf(today: CivilDate, holidays: ReadonlySet<CivilDate>): BusinessDay | undefined {
  if (!isBusinessDay(today, holidays)) return undefined
  return { today, nextBusinessDay: dueDate(today, 1, dayCount.business, holidays), holidays }
}

/**
 * Which reminder a person gets this morning, if any. It speaks of today alone: what should have been said on a day that
 * has passed is never said later.
 *
 * - `due_tomorrow`, once: due after today and until the next business day. What is due on a day off, or on the first
 *   business day after it, is announced on the last business day before.
 * - `due_today`, once.
 * - `overdue`, and again every {@link repeatDays} days while it lasts; to the creator too, and to the Gestores of the
 *   destination from the day on which it is late for {@link escalationDays} business days.
 *
 * @see contract 11.19, 11.20
 */
export function reminderDue(
  { dueDate: due, reminderRole, reminded }: Deadline,
  businessDay: BusinessDay,
): ReminderKind | undefined {
  const { today, nextBusinessDay } = businessDay
  if (due >= today) {
    if (reminderRole !== 'responsible' && reminderRole !== 'stand-in') return undefined
    const kind = due === today ? reminderKind.dueToday : reminderKind.dueTomorrow
    return due <= nextBusinessDay && reminded[kind] === undefined ? kind : undefined
  }
  if (reminderRole === 'manager' && !isEscalated(due, businessDay)) return undefined
  const last = reminded.overdue
  return last === undefined || addDays(last, repeatDays) <= today ? reminderKind.overdue : undefined
}

const isEscalated = (due: CivilDate, { today, holidays }: BusinessDay) =>
  dueDate(due, escalationDays, dayCount.business, holidays) <= today
