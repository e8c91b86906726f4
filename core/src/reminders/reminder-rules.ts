import { mostBusinessDaysToReceive } from '../protocols/waiting.ts'
import { addDays, type CivilDate } from '../shared/civil-date.ts'
import { dayCount, dueDate, isBusinessDay, lastDayLongerAgo } from '../shared/due-date.ts'

/** The kinds of reminder; the values are those of the table `item_reminders`. */
export const reminderKind = { dueTomorrow: 'due_tomorrow', dueToday: 'due_today', overdue: 'overdue' } as const
export type ReminderKind = (typeof reminderKind)[keyof typeof reminderKind]

/**
 * Why a user is reminded of an item: is responsible for it; is a Gestor of the destination and the item has no
 * responsible user, or one who has left the department; created the protocol; created it, and an open occurrence says
 * that the destination cannot return the item (`silencingKinds`), so that only the creator is reminded; is a Gestor of
 * the origin, while the creator of such an item is inactive or no longer sees it; is a Gestor of the destination and
 * the item is late for too long.
 */
export const reminderRoles = [
  'responsible',
  'stand-in',
  'stand-in for leaver',
  'creator',
  'settler',
  'settling manager',
  'manager',
] as const
export type ReminderRole = (typeof reminderRoles)[number]

/** A pending item, from the view of one user. */
export interface RemindableItem {
  dueDate: CivilDate
  reminderRole: ReminderRole
  /** Day of this user's last reminder of each kind for this due date; a moved due date starts again without any. */
  reminded: Partial<Record<ReminderKind, CivilDate>>
}

/** A business day, on which reminders are sent. */
export interface BusinessDay {
  today: CivilDate
  /** The next business day after today. */
  nextBusinessDay: CivilDate
  holidays: ReadonlySet<CivilDate>
}

/** Business days after which the Gestores of the destination are reminded of a late item too. */
const escalationDays = 3

/** Days after which the reminder of a late item is repeated. */
const repeatDays = 7

/** The latest due date that reminders speak of on this day, or have spoken of on the last business day before it. */
export const remindedUntil = (today: CivilDate, holidays: ReadonlySet<CivilDate>): CivilDate =>
  dueDate(today, 1, dayCount.business, holidays)

/** @returns undefined on weekends and holidays, when no reminders are sent */
export function businessDayOf(today: CivilDate, holidays: ReadonlySet<CivilDate>): BusinessDay | undefined {
  if (!isBusinessDay(today, holidays)) return undefined
  return { today, nextBusinessDay: remindedUntil(today, holidays), holidays }
}

/**
 * Which reminder a user gets this morning, if any. It depends on today alone: a reminder that was missed on an earlier
 * day is not sent later.
 *
 * - `due_tomorrow`, once: due after today and until the next business day. An item due on a day off, or on the first
 *   business day after it, is announced on the last business day before.
 * - `due_today`, once.
 * - `overdue`, and again every {@link repeatDays} days while it lasts; to the creator too, and to the Gestores of the
 *   destination from the day on which it is late for {@link escalationDays} business days.
 *
 * @see contract 11.19, 11.20
 */
export function reminderDue(
  { dueDate: due, reminderRole, reminded }: RemindableItem,
  businessDay: BusinessDay,
): ReminderKind | undefined {
  const { today, nextBusinessDay } = businessDay
  if (due >= today) {
    if (reminderRole === 'creator' || reminderRole === 'manager') return undefined
    const kind = due === today ? reminderKind.dueToday : reminderKind.dueTomorrow
    return due <= nextBusinessDay && reminded[kind] === undefined ? kind : undefined
  }
  if (reminderRole === 'manager' && !isEscalated(due, businessDay)) return undefined
  const last = reminded.overdue
  return last === undefined || addDays(last, repeatDays) <= today ? reminderKind.overdue : undefined
}

const isEscalated = (due: CivilDate, { today, holidays }: BusinessDay) =>
  dueDate(due, escalationDays, dayCount.business, holidays) <= today

/**
 * Business days after which people hear that a protocol was sent and nobody has received it: the Gestores of the
 * destination, then its creator; and after how many they hear of it again (contract 20.8).
 */
export const receiptBusinessDays = { managers: mostBusinessDaysToReceive, creators: 4, again: 5 } as const

/** The last days on which a protocol was sent, or a reminder of it, that makes a reminder due today. */
export type ReceiptThresholds = Record<keyof typeof receiptBusinessDays, CivilDate>

export const receiptThresholds = ({ today, holidays }: BusinessDay): ReceiptThresholds => {
  // At least n business days ago is more than n - 1.
  const ago = (days: number) => lastDayLongerAgo(today, days - 1, holidays)
  const { managers, creators, again } = receiptBusinessDays
  return { managers: ago(managers), creators: ago(creators), again: ago(again) }
}
