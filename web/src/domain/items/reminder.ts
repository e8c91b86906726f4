import { canRemindAgain } from '@malote/core/items/item-rules.ts'
import { type CivilDate, civilDateIn, daysBetween } from '@malote/core/shared/civil-date.ts'
import { refusalIn } from '@malote/core/shared/verdict.ts'
import { counted, timeZone } from '../../lib/format.ts'

/** When the origin last asked for an item back, and who did. */
export interface Reminded {
  remindedAt?: string | null | undefined
  remindedBy?: string | null | undefined
}

/** The organisation's civil day of an instant. */
const dayOf = (instant: string): CivilDate => civilDateIn(new Date(instant), timeZone())

/** 'Cobrado há 2 dias por Ana Nogueira'; '' for an item that nobody has asked for. */
export function reminderWords({ remindedAt, remindedBy }: Reminded, today: CivilDate): string {
  if (!remindedAt) return ''
  const days = daysBetween(dayOf(remindedAt), today)
  const when = days > 0 ? `há ${counted(days, 'dia', 'dias')}` : 'hoje'
  return `Cobrado ${when}${remindedBy ? ` por ${remindedBy}` : ''}`
}

/** Why an item cannot be asked for again today; null if it can. */
export function remindedToday({ remindedAt, remindedBy }: Reminded, today: CivilDate): string | null {
  return refusalIn(canRemindAgain(remindedAt ? dayOf(remindedAt) : null, remindedBy ?? null, today))
}
