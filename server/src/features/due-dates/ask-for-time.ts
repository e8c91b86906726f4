import { historyAction } from '@malote/core/acts/act.ts'
import { newDueDateProblem } from '@malote/core/due-dates/due-date-rules.ts'
import type { ExtensionRequest, NewExtensionRequest } from '@malote/core/due-dates/extension-request.ts'
import { canAskForTime } from '@malote/core/due-dates/extension-rules.ts'
import { civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { keepText } from '../../domain/custody/typed-texts.repo.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { insertRequest, requestAfter } from './requests.repo.ts'

/**
 * *Pedir mais prazo*: asks the origin for a later due date of an item.
 *
 * A retry does not ask twice: the item then has an open request.
 *
 * @param body read only after checking that the viewer may ask (contract 12.4)
 * @throws AppError ITEM_NOT_FOUND; those of {@link canAskForTime}; INVALID_INPUT at `return_date`
 * @see contract 21.10
 */
export async function askForTime(
  trx: Trx,
  viewer: Actor,
  itemId: number,
  body: () => NewExtensionRequest,
  { now, timeZone }: Clock,
): Promise<ExtensionRequest> {
  const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
  ensure(canAskForTime(viewer, protocol, item, item.extensionRequest !== null))
  const { returnDate, reason } = body()
  const problem = newDueDateProblem(returnDate, item, civilDateIn(now, timeZone))
  if (problem) throw invalidFields({ return_date: problem })

  const id = await insertRequest(trx, protocol, item, { returnDate, reason }, viewer.id, now)
  const due = item.returnDate ? `, cujo prazo é ${inPortuguese(item.returnDate)}` : ''
  const why = await keepText(trx, reason, 'extension_request_reason', id)
  const description = `${viewer.name} pediu prazo até ${inPortuguese(returnDate)} para o ${itemLabel(item)}${due}. Motivo: “${why.token}”`
  const about = { protocolId: protocol.id, itemId, texts: [why], at: now }
  await recordHistory(trx, { ...about, action: historyAction.extensionRequested, description, by: viewer.id })
  await notify(trx, {
    ...about,
    type: 'item_return',
    to: originAudience(protocol),
    by: viewer,
    title: 'Prazo solicitado',
    message: `Protocolo #${protocol.id}: ${description}`,
  })
  return requestAfter(trx, id)
}
