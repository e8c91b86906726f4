import { newDueDateProblem } from '@malote/core/items/due-date-rules.ts'
import type { DueDateBody } from '@malote/core/items/item.wire.ts'
import { canSetDueDate } from '@malote/core/items/item-rules.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { type LockedItem, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { answeringFor } from '../../domain/notices/audience.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findItem, itemBeforeLock } from './item.queries.ts'
import { dueDateSentence, markDue } from './mark-due.ts'

/**
 * *Definir prazo*, *Prorrogar prazo*: the origin sets the due date of a pending item.
 *
 * @param body read only after checking that the due date may be set (contract 12.4)
 * @throws AppError DUE_DATE_CHANGED_MEANWHILE when it was changed concurrently, or after the user loaded it
 * @see contract 11.9
 */
export function setDueDate(db: Db, viewer: Actor, itemId: number, body: () => DueDateBody, { now, timeZone }: Clock) {
  return db.transaction().execute(async (trx) => {
    const before = await itemBeforeLock(trx, itemId)
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canSetDueDate(viewer, protocol, item))
    ensureStillDue(before?.returnDate, item)
    const { returnDate, reason, currentReturnDate = item.returnDate } = body()
    ensureStillDue(currentReturnDate, item)
    const problem = newDueDateProblem(returnDate, item, civilDateIn(now, timeZone))
    if (problem) throw invalidFields({ return_date: problem })

    const change = { returnDate, reason }
    await markDue(trx, viewer, protocol, [item], change, now)
    await notify(trx, {
      type: 'item_return',
      to: [
        answeringFor(item, protocol.destinationDepartmentId),
        { users: [item.extensionRequest?.askedById ?? null], because: 'pediu mais prazo' },
      ],
      by: viewer,
      title: 'Prazo de retorno alterado',
      message: `Protocolo #${protocol.id}: ${dueDateSentence(viewer, item, change)}`,
      protocolId: protocol.id,
      itemId,
      at: now,
    })
    return { item: await findItem(trx, viewer, itemId) }
  })
}

function ensureStillDue(seen: CivilDate | null | undefined, { returnDate }: LockedItem) {
  if (seen === returnDate) return
  const message = returnDate && `O prazo deste item acabou de ser alterado para ${inPortuguese(returnDate)}`
  throw new AppError('DUE_DATE_CHANGED_MEANWHILE', message ? { message } : {})
}
