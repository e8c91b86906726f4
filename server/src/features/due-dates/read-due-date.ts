import type { CalendarChange, CalendarEffect } from '@malote/core/calendar/calendar-change.ts'
import type { DueDateExplanation } from '@malote/core/due-dates/due-date-explanation.ts'
import { explainDueDate } from '@malote/core/due-dates/explain-due-date.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findDueDateFacts } from './due-date-facts.queries.ts'
import { type DueDateMove, movingItems, recalculate } from './due-date-moves.queries.ts'

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

/**
 * The open due dates that would move if the calendar were applied, with a change that was made or is planned. Changes
 * nothing.
 *
 * @param today the organisation's day
 */
export async function readEffect(db: Db, change: CalendarChange, today: CivilDate): Promise<CalendarEffect> {
  const { moves } = await recalculate(db, change, { today, shortens: true })
  const total = itemsIn(moves)
  const later = itemsIn(moves.filter(({ from, to }) => to > from))
  const items = total > 0 ? await movingItems(db, moves, sampled) : []
  return {
    later,
    earlier: total - later,
    sample: items.map((item) => ({
      protocol: item.protocolId,
      item: itemLabel(item),
      from: item.from,
      to: item.to,
    })),
  }
}

/** Total number of items that move. */
export const itemsIn = (moves: readonly DueDateMove[]): number => moves.reduce((sum, { n }) => sum + n, 0)
