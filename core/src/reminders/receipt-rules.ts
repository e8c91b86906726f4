import { mostBusinessDaysToReceive } from '../protocols/waiting.ts'
import type { CivilDate } from '../shared/civil-date.ts'
import { lastDayLongerAgo } from '../shared/due-date.ts'
import type { BusinessDay } from './reminder-rules.ts'

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
