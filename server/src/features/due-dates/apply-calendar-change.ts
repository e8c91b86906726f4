import type { ApplyChangeBody, ApplyChangeReply, CalendarChange } from '@malote/core/calendar/calendar-change.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { lockProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { listHolidays } from '../calendar/public.ts'
import { deadlineMovesOf, movingItemsOf, movingProtocols, type Today } from './deadline-moves.queries.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { endsLater, itemsIn } from './read-effect.ts'

/** Maximum number of protocols changed per call; the client repeats the call until all are done. */
const batch = 100

/**
 * Recomputes open deadlines with the current calendar, in one transaction per protocol in order of id, like the bulk
 * actions. Deadlines that would become earlier were promised, so they move only if the Admin chooses so.
 *
 * A moved deadline no longer matches the old calendar, so that repeating a call, or continuing after a crash, is safe.
 *
 * @throws AppError CALENDAR_CHANGED_MEANWHILE when the calendar no longer contains the change
 */
export async function applyCalendarChange(
  db: Db,
  actor: Actor,
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
      const protocol = await lockProtocol(trx, protocolId, actor)
      const items = await movingItemsOf(trx, moves, clock, protocolId)
      // None when a hop's limit has just moved; the next call finds it again.
      if (items.length > 0) await moveDeadlines(trx, actor, protocol, items, because, clock.now)
      return items.length
    })
  }
  // One event per call: what happened to each protocol is in its history, written with the move.
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      ...{ action: 'calendar.changed', actor, address: actor.address },
      subject: { kind: 'deadlines', id: null, name: null },
      after: { ...change, shorten, moved },
    }),
  )
  return { moved, remaining: Math.max(0, itemsIn(moves) - moved) }
}

/** Text of the change for the history. Checks that the change was made. */
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
