import type { CalendarChange, CalendarEffect } from '@malote/core/calendar/calendar-change.ts'
import type { Db } from '../../db/connect.ts'
import { itemLabel } from '../protocols/public.ts'
import { movingItems, type Shift, shiftsOf, type Today } from './shifts.queries.ts'

/** As many deadlines as the screen names one by one. */
const sampled = 5

/** The open deadlines that a change of the calendar, made or still to come, would move; changes nothing. */
export async function readEffect(db: Db, change: CalendarChange, today: Today): Promise<CalendarEffect> {
  const shifts = await shiftsOf(db, change, today)
  const later = shifts.filter(endsLater)
  const total = itemsIn(shifts)
  const items = total > 0 ? await movingItems(db, shifts, today, sampled) : []
  return {
    later: itemsIn(later),
    earlier: total - itemsIn(later),
    sample: items.map((item) => ({
      protocol: item.protocolId,
      item: itemLabel(item),
      from: item.from,
      to: item.to,
    })),
  }
}

export const endsLater = ({ from, to }: Shift): boolean => to > from

/** How many items the shifts move. */
export const itemsIn = (shifts: readonly Shift[]): number => shifts.reduce((sum, { n }) => sum + n, 0)
