import type { ApplyChangeBody, ApplyChangeReply, CalendarChange } from '@malote/core/calendar/calendar-change.ts'
import { calendarReason } from '@malote/core/due-dates/change-reasons.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordDueDateChanges } from '../../domain/custody/due-date-changes.repo.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel, itemLabels } from '../../domain/custody/item-label.ts'
import { type LockedProtocol, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { moveItems } from '../../domain/custody/protocols.repo.ts'
import { answeringFor } from '../../domain/notices/audience.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { listHolidays } from '../calendar/public.ts'
import { keepHopsWithin } from '../protocols/public.ts'
import {
  dueDateMovesOf,
  type MovingItem,
  movingItemsOf,
  movingProtocols,
  type Today,
} from './due-date-moves.queries.ts'
import { endsLater, itemsIn } from './read-due-date.ts'

/** Maximum number of protocols changed per call; the client repeats the call until all are done. */
const batch = 100

/**
 * Recomputes open due dates with the current calendar, in one transaction per protocol in order of id, like the bulk
 * actions. Due dates that would become earlier were promised, so they move only if the Admin chooses so.
 *
 * A moved due date no longer matches the old calendar, so that repeating a call, or continuing after a crash, is safe.
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
  const all = await dueDateMovesOf(db, change, clock)
  const moves = shorten ? all : all.filter(endsLater)
  if (moves.length === 0) return { moved: 0, remaining: 0 }
  let moved = 0
  for (const protocolId of await movingProtocols(db, moves, clock, batch)) {
    moved += await db.transaction().execute(async (trx) => {
      const protocol = await lockProtocol(trx, protocolId, actor)
      const items = await movingItemsOf(trx, moves, clock, protocolId)
      // None when a hop's limit has just moved; the next call finds it again.
      if (items.length > 0) await moveDueDates(trx, actor, protocol, items, because, clock.now)
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

/**
 * Moves the computed due dates of one locked protocol. `original_return_date` stays empty: the due dates were not
 * extended and remain computed from the calendar. Writes one history line per item; a person responsible for several
 * items gets one notification.
 *
 * @param because what changed in the calendar
 */
async function moveDueDates(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly MovingItem[],
  because: string,
  now: Date,
): Promise<void> {
  const changed = ({ from, to }: MovingItem) =>
    `prazo alterado de ${inPortuguese(from)} para ${inPortuguese(to)} por ${viewer.name}. Motivo: ${because}`
  await moveItems(trx, protocol.id, items, now)
  await recordDueDateChanges(
    trx,
    items.map(({ id, from, to }) => ({
      ...{ itemId: id, from, to },
      ...{ kind: 'calendar', by: viewer.id, reason: calendarReason(because), at: now },
    })),
  )
  const earlier = items.filter(({ from, to }) => to < from)
  await keepHopsWithin(
    trx,
    viewer,
    earlier.map(({ id }) => id),
    'calendar',
    now,
  )
  await recordHistory(
    trx,
    items.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.dueDateChanged,
      description: `${itemLabel(item)}: ${changed(item)}`,
      by: viewer.id,
      at: now,
    })),
  )
  const alikeBy = Map.groupBy(items, ({ responsibleId, from, to }) => `${responsibleId} ${from} ${to}`)
  for (const alike of alikeBy.values()) {
    const [first, ...others] = alike
    if (first === undefined) continue
    await notify(trx, {
      type: 'item_return',
      to: [answeringFor(first, protocol.destinationDepartmentId, alike.length)],
      by: unlimited(viewer),
      title: 'Prazo de retorno alterado',
      message: `Protocolo #${protocol.id}: ${itemLabels(alike)}: ${changed(first)}`,
      protocolId: protocol.id,
      ...(others.length === 0 && { itemId: first.id }),
      at: now,
    })
  }
}
