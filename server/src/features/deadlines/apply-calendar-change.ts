import type { ApplyChangeBody, ApplyChangeReply, CalendarChange } from '@malote/core/calendar/calendar-change.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { listHolidays } from '../calendar/public.ts'
import { lockProtocol } from '../protocols/public.ts'
import { deadlineMovesOf, movingItemsOf, movingProtocols, type Today } from './deadline-moves.queries.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { endsLater, itemsIn } from './read-effect.ts'

/** As many protocols as one call changes; whoever calls again goes on. */
const batch = 100

/**
 * Gives open deadlines the date of the present calendar, one transaction per protocol in the order of their ids, like
 * the bulk actions. A deadline that would end sooner was promised: it moves only when the Admin says so.
 *
 * What has moved is no longer what the old calendar gives: to repeat a call, or to go on after a crash, is safe.
 *
 * @throws AppError CALENDAR_CHANGED_MEANWHILE when the calendar no longer is what the change made of it
 */
export async function applyCalendarChange(
  db: Db,
  viewer: Viewer,
  { shorten, ...change }: ApplyChangeBody,
  clock: Today & { now: Date },
): Promise<ApplyChangeReply> {
  const because = await reasonOf(db, change)
  const all = await deadlineMovesOf(db, change, clock)
  const moves = shorten ? all : all.filter(endsLater)
  if (moves.length === 0) return { moved: 0, remaining: 0 }
  let moved = 0
  for (const protocolId of await movingProtocols(db, moves, clock, batch)) {
    moved += await db.transaction().execute(async (trx) => {
      const protocol = await lockProtocol(trx, protocolId, viewer)
      const items = await movingItemsOf(trx, moves, clock, protocolId)
      await moveDeadlines(trx, viewer, protocol, items, because, clock.now)
      return items.length
    })
  }
  return { moved, remaining: Math.max(0, itemsIn(moves) - moved) }
}

/** What the history says of the change, which must have been made. */
async function reasonOf(db: Db, { added, removed }: CalendarChange): Promise<string> {
  const isHoliday = async (day: string) => (await listHolidays(db, day, day))[0]
  const present = added && (await isHoliday(added))
  if ((added && !present) || (removed && (await isHoliday(removed)))) throw new AppError('CALENDAR_CHANGED_MEANWHILE')
  const changes = [
    removed && `feriado de ${inPortuguese(removed)} retirado do calendário`,
    present && `feriado de ${inPortuguese(present.date)} (${present.name}) incluído no calendário`,
  ]
  return changes.filter(Boolean).join('; ')
}
