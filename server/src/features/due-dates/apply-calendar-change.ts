import { historyAction } from '@malote/core/acts/act.ts'
import type { ApplyChangeBody, ApplyChangeReply, CalendarChange } from '@malote/core/calendar/calendar-change.ts'
import { calendarReason } from '@malote/core/due-dates/change-reasons.ts'
import { type Recount, recounted } from '@malote/core/due-dates/derive-due-date.ts'
import { type CivilDate, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel, itemLabels } from '../../domain/custody/item-label.ts'
import { type LockedProtocol, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { answeringFor } from '../../domain/notices/audience.ts'
import { unlimited } from '../../domain/notices/notice-limit.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { listHolidays } from '../calendar/holidays.repo.ts'
import { askingFor, changeDueDates, type MovedItem } from '../protocols/public.ts'
import { movingProtocols, recalculate } from './due-date-moves.queries.ts'
import { itemsIn } from './read-due-date.ts'

/** Maximum number of protocols changed per call; the client repeats the call until all are done. */
const batch = 100

/** The organisation's civil day, and the instant. */
interface Today {
  today: CivilDate
  now: Date
}

/**
 * Counts the open due dates anew with the present calendar, one transaction per protocol in order of id, like the bulk
 * actions. Due dates that would become earlier were promised, so they move only if the Admin chooses so.
 *
 * The same list as in the preview, from the same recalculation: a due date that was counted anew does not differ any
 * more, so that repeating a call, or continuing after a crash, is safe.
 *
 * @throws AppError CALENDAR_CHANGED_MEANWHILE when the calendar no longer contains the change
 */
export async function applyCalendarChange(
  db: Db,
  actor: Actor,
  { shorten, ...change }: ApplyChangeBody,
  { today, now }: Today,
): Promise<ApplyChangeReply> {
  const because = await reasonOf(db, change)
  const { moves, recount } = await recalculate(db, {}, { today, shortens: shorten })
  if (moves.length === 0) return { moved: 0, remaining: 0 }
  let moved = 0
  const protocols = await movingProtocols(db, moves, batch)
  for (const protocolId of protocols) {
    moved += await db.transaction().execute(async (trx) => {
      const protocol = await lockProtocol(trx, protocolId, actor)
      return moveDueDates(trx, actor, protocol, recount, because, now)
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
  if (protocols.length < batch) return { moved, remaining: 0 }
  // Counted anew: another Admin may have moved some of them meanwhile.
  const left = await recalculate(db, {}, { today, shortens: shorten })
  return { moved, remaining: itemsIn(left.moves) }
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
  return changes.filter(Boolean).join('; ') || 'contagem pelo calendário atual'
}

/**
 * Counts the due dates of one locked protocol anew. Writes one history line per item; a person responsible for several
 * items gets one notification.
 *
 * @param because what changed in the calendar
 * @returns how many due dates moved, those of hops that follow included
 */
async function moveDueDates(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  recount: Recount,
  because: string,
  now: Date,
): Promise<number> {
  const changed = ({ from, to }: MovedItem) =>
    `prazo alterado de ${from && inPortuguese(from)} para ${to && inPortuguese(to)} por ${viewer.name}. Motivo: ${because}`
  const { moved, followed } = await changeDueDates(trx, protocol.id, 'open', (item) => recounted(item, recount), {
    ...{ kind: 'calendar', by: viewer, at: now },
    reason: () => calendarReason(because),
    // With their old count, hops would follow, and move a second time at their own turn.
    saidOfHop: changed,
  })
  await recordHistory(
    trx,
    moved.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.dueDateChanged,
      description: `${itemLabel(item)}: ${changed(item)}`,
      by: viewer.id,
      at: now,
    })),
  )
  const alikeBy = Map.groupBy(moved, ({ responsibleId, from, to }) => `${responsibleId} ${from} ${to}`)
  for (const alike of alikeBy.values()) {
    const [first, ...others] = alike
    if (first === undefined) continue
    await notify(trx, {
      type: 'item_return',
      to: [answeringFor(first, protocol.destinationDepartmentId, alike.length), ...alike.map(askingFor)],
      by: unlimited(viewer),
      title: 'Prazo de retorno alterado',
      message: `Protocolo #${protocol.id}: ${itemLabels(alike)}: ${changed(first)}`,
      protocolId: protocol.id,
      ...(others.length === 0 && { itemId: first.id }),
      at: now,
    })
  }
  return moved.length + followed
}
