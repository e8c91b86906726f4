import { historyAction } from '@malote/core/acts/act.ts'
import type { DueInputs } from '@malote/core/due-dates/derive-due-date.ts'
import { dueDateProblem, newDueDateProblem } from '@malote/core/due-dates/due-date-rules.ts'
import type { BulkReply } from '@malote/core/items/item.ts'
import type { BulkDueDateBody, DueDateBody } from '@malote/core/items/item.wire.ts'
import { canSetDueDate } from '@malote/core/items/item-rules.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { refusedBecause } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { countOf, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { keepText, type TypedText } from '../../domain/custody/typed-texts.repo.ts'
import { answeringFor } from '../../domain/notices/audience.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { changeDueDates } from '../protocols/public.ts'
import { answeringForEach, itemsOf, ofProtocols, onlySubject } from './bulk-notices.ts'
import { findItem, itemBeforeLock } from './item.queries.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

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

    const why = await keepText(trx, reason)
    const change = { returnDate, reason: why.token, texts: [why] }
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
      texts: change.texts,
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

/**
 * *Prorrogar selecionados*: sets one due date for several items, as far as the viewer may (contract 17.3).
 *
 * @param timeZone IANA name, for "today"
 * @throws AppError INVALID_INPUT at `return_date` when the day has gone by
 */
export async function setDueDates(
  db: Db,
  viewer: Actor,
  { itemIds, returnDate, reason }: BulkDueDateBody,
  { now, log, timeZone }: BulkContext & { timeZone: string },
): Promise<BulkReply> {
  const today = civilDateIn(now, timeZone)
  const problem = dueDateProblem(returnDate, null, today)
  if (problem) throw invalidFields({ return_date: problem })
  const notices = noticesOfAct<LockedItem & { why: TypedText }>({
    type: 'item_return',
    by: viewer,
    at: now,
    text: (parts) => {
      const items = itemsOf(parts)
      // One of each protocol, which all say the same.
      const texts = items.map(({ why }) => why)
      return {
        title: items.length === 1 ? 'Prazo de retorno alterado' : `Prazo de ${items.length} itens alterado`,
        message: `${viewer.name} alterou para ${inPortuguese(returnDate)} o prazo de ${countOf(items)} ${ofProtocols(parts)}\nMotivo: ${texts[0]?.token}`,
        texts,
        ...onlySubject(parts),
      }
    },
  })
  const results = await runBulk(db, viewer, itemIds, log, {
    verdict: (protocol, item) => {
      const verdict = canSetDueDate(viewer, protocol, item)
      if (!verdict.allowed) return verdict
      const wrong = newDueDateProblem(returnDate, item, today)
      return wrong ? refusedBecause('INVALID_INPUT', wrong) : verdict
    },
    change: async (trx, protocol, items) => {
      const why = await keepText(trx, reason)
      await markDue(trx, viewer, protocol, items, { returnDate, reason: why.token, texts: [why] }, now)
      const told = items.map((item) => ({ ...item, why }))
      await notices.notify(trx, { protocolId: protocol.id, items: told }, [
        ...answeringForEach(protocol, items),
        {
          users: items.map(({ extensionRequest }) => extensionRequest?.askedById ?? null),
          because: 'pediu mais prazo',
          only: ({ extensionRequest }, userId) => extensionRequest?.askedById === userId,
        },
      ])
    },
    notices: [notices],
    done: 'Prazo alterado com sucesso!',
  })
  return { results }
}

export interface DueDateChange {
  returnDate: CivilDate
  /** The token of a typed text. */
  reason: string
  /** A request for more time that was granted, or an extension by the origin itself, which is the default. */
  kind?: 'extension' | 'request'
  /** The token of what the origin answered to a request. */
  note?: string | null
  texts: readonly TypedText[]
}

/** Sets the due date of items of one protocol, after the rules were checked. Writes one history line for all. */
export async function markDue(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  change: DueDateChange,
  now: Date,
): Promise<void> {
  const { returnDate, reason, kind = 'extension', texts } = change
  const ids = items.map(({ id }) => id)
  const granted = ({ inputs }: { inputs: DueInputs }) => ({ ...inputs, grantedUntil: returnDate })
  await changeDueDates(trx, protocol.id, ids, granted, { kind, by: viewer, at: now, reason: () => reason, texts })
  const labels = items.map((item) => `${itemLabel(item)}, ${before(item)}${asFor(item, change)}`).join('; ')
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.dueDateChanged,
      description: `Prazo de ${countOf(items)} alterado para ${inPortuguese(returnDate)} por ${viewer.name}: ${labels}. Motivo: ${reason}`,
      texts: change.texts,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: dueDateSentence(viewer, item, change) })),
  )
}

const before = ({ returnDate }: LockedItem) => (returnDate ? `antes ${inPortuguese(returnDate)}` : 'antes sem prazo')

/** Names the person who asked for more time, if the new date grants or answers their request. */
function asFor({ extensionRequest: request }: LockedItem, { returnDate, kind }: DueDateChange): string {
  const isAnswer = request !== null && (kind === 'request' || request.requestedDate <= returnDate)
  return isAnswer ? `, a pedido de ${request.askedBy}` : ''
}

export function dueDateSentence(viewer: Viewer, item: LockedItem, change: DueDateChange): string {
  const { returnDate, reason, note } = change
  const moved = item.returnDate
    ? `prazo alterado de ${inPortuguese(item.returnDate)} para ${inPortuguese(returnDate)}`
    : `prazo definido para ${inPortuguese(returnDate)}`
  const answer = note ? `. Resposta: “${note}”` : ''
  return `${itemLabel(item)}: ${moved} por ${viewer.name}${asFor(item, change)}. Motivo: ${reason}${answer}`
}
