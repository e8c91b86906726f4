import type { CalendarChange, CalendarEffect } from '@malote/core/calendar/calendar-change.ts'
import type { DueDateExplanation } from '@malote/core/due-dates/due-date-explanation.ts'
import { explainDueDate } from '@malote/core/due-dates/explain-due-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findDueDateFacts } from './due-date-facts.queries.ts'
import { type DueDateMove, dueDateMovesOf, movingItems, type Today } from './due-date-moves.queries.ts'

/**
 * *Por que este prazo?* (contract 21.3)
 *
 * @param timeZone IANA name, APP_TIMEZONE
 * @throws AppError ITEM_NOT_FOUND also when the viewer may not see its protocol
 */
export async function readDueDate(
  db: Db,
  viewer: Viewer,
  itemId: number,
  timeZone: string,
): Promise<DueDateExplanation> {
  const facts = await findDueDateFacts(db, viewer, itemId, timeZone)
  if (!facts) throw new AppError('ITEM_NOT_FOUND')
  return explainDueDate(facts, timeZone)
}

/** Number of due dates that the screen lists individually. */
const sampled = 5

/** The open due dates that a change of the calendar, past or planned, would move. Changes nothing. */
export async function readEffect(db: Db, change: CalendarChange, today: Today): Promise<CalendarEffect> {
  const moves = await dueDateMovesOf(db, change, today)
  const later = moves.filter(endsLater)
  const total = itemsIn(moves)
  const items = total > 0 ? await movingItems(db, moves, today, sampled) : []
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

export const endsLater = ({ from, to }: DueDateMove): boolean => to > from

/** Total number of items that move. */
export const itemsIn = (moves: readonly DueDateMove[]): number => moves.reduce((sum, { n }) => sum + n, 0)
