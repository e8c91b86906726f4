import { historyAction } from '@malote/core/acts/act.ts'
import type { ExtensionDecision, ExtensionRequest } from '@malote/core/due-dates/extension-request.ts'
import { canDecideRequest, grantProblem } from '@malote/core/due-dates/extension-rules.ts'
import { type CivilDate, civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { keepText, type TypedText } from '../../domain/custody/typed-texts.repo.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { dueDateSentence, markDue } from '../items/public.ts'
import { decide, lockRequest, requestAfter } from './requests.repo.ts'

type Found = Awaited<ReturnType<typeof lockRequest>>

/**
 * *Conceder*, *Negar*: the origin decides a request. A grant changes the due date in the same transaction.
 *
 * @param body read only after checking that the viewer may decide it (contract 12.4)
 * @throws AppError EXTENSION_REQUEST_NOT_FOUND; those of {@link canDecideRequest}; INVALID_INPUT at `return_date` when the
 * date granted, or the one asked for, is not possible any more
 * @see contract 21.11
 */
export function decideRequest(
  db: Db,
  viewer: Actor,
  id: number,
  body: () => ExtensionDecision,
  { now, timeZone }: Clock,
): Promise<ExtensionRequest> {
  return db.transaction().execute(async (trx) => {
    const found = await lockRequest(trx, id, viewer)
    const { protocol, item, request } = found
    ensure(canDecideRequest(viewer, protocol, request))
    const { decision, returnDate = request.requestedDate, note: typed } = body()
    const answer = typed || null
    const isGrant = decision === 'grant'
    const problem = isGrant && grantProblem(returnDate, request.requestedDate, item, civilDateIn(now, timeZone))
    if (problem) throw invalidFields({ return_date: problem })

    await decide(trx, id, { grantedDate: isGrant ? returnDate : null, note: answer, by: viewer.id, at: now })
    const why = isGrant ? await keepText(trx, request.reason, 'extension_request_reason', id) : undefined
    const because = answer === null ? undefined : await keepText(trx, answer, 'extension_request_note', id)
    const texts = [why, because].filter((text) => text !== undefined)
    const note = because?.token ?? null
    const said = why
      ? await grant(trx, viewer, found, { returnDate, reason: why.token, note, texts }, now)
      : await deny(trx, viewer, found, { note, texts }, now)
    await notify(trx, {
      type: 'item_return',
      to: [
        { users: [request.askedById], because: 'pediu mais prazo' },
        { users: [item.responsibleId], because: 'responde pelo item' },
      ],
      by: viewer,
      title: isGrant ? 'Pedido de prazo concedido' : 'Pedido de prazo negado',
      message: `Protocolo #${protocol.id}: ${said}`,
      texts,
      ...{ protocolId: protocol.id, itemId: item.id, at: now },
    })
    return requestAfter(trx, id)
  })
}

/** Both return the sentence of the history, which is also that of the notification. */
async function grant(
  trx: Trx,
  viewer: Actor,
  { protocol, item }: Found,
  answer: { returnDate: CivilDate; reason: string; note: string | null; texts: readonly TypedText[] },
  now: Date,
): Promise<string> {
  const change = { kind: 'request' as const, ...answer }
  await markDue(trx, viewer, protocol, [item], change, now)
  return dueDateSentence(viewer, item, change)
}

async function deny(
  trx: Trx,
  viewer: Actor,
  { protocol, item, request }: Found,
  { note, texts }: { note: string | null; texts: readonly TypedText[] },
  at: Date,
): Promise<string> {
  const description = `${viewer.name} negou o pedido de ${request.askedBy} de prazo até ${inPortuguese(request.requestedDate)} para o ${itemLabel(item)}. Resposta: “${note}”`
  await recordHistory(trx, {
    ...{ protocolId: protocol.id, itemId: item.id, action: historyAction.extensionDenied },
    ...{ description, texts, by: viewer.id, at },
  })
  return description
}
