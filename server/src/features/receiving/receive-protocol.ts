import type { CheckedItem, ReceiveBody } from '@malote/core/protocols/protocol.ts'
import { canReceive } from '@malote/core/protocols/protocol-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { errors, invalidFields } from '@malote/core/shared/errors.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { itemsOfLocked, lockProtocol } from '../../domain/custody/lock-protocol.ts'
import { protocolRowOf } from '../../domain/custody/protocol-row.queries.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { openOccurrences } from '../occurrences/public.ts'
import { markReceived } from './mark-received.ts'

/**
 * *Receber*, and *Conferir e receber*: the destination takes the items into its custody. What did not come as described
 * opens occurrences in the same transaction (contract 20.1).
 *
 * @param body read only after checking that the protocol may be received (contract 12.4)
 */
export function receiveProtocol(db: Db, viewer: Actor, id: number, body: () => ReceiveBody, now: Date) {
  return db.transaction().execute(async (trx) => {
    const protocol = await lockProtocol(trx, id, viewer)
    ensure(canReceive(viewer, protocol))
    const found = await findingsAmong(trx, id, body().items)

    const description = await markReceived(trx, viewer, protocol, found.length, now)
    await notify(trx, {
      type: 'protocol_received',
      to: originAudience(protocol),
      by: viewer,
      title: `Protocolo #${id} recebido`,
      message: `${description}.`,
      protocolId: id,
      at: now,
    })
    const opened = found.length === 0 ? 0 : await openOccurrences(trx, protocol, found, viewer, now)
    return {
      message: 'Protocolo recebido com sucesso!',
      protocol: await protocolRowOf(trx, id),
      occurrences_opened: opened,
    }
  })
}

/**
 * The items that did not come as described.
 *
 * @throws AppError INVALID_INPUT for an item of another protocol
 */
async function findingsAmong(trx: Trx, protocolId: number, checked: readonly CheckedItem[]) {
  if (checked.length === 0) return []
  const items = await itemsOfLocked(
    trx,
    protocolId,
    checked.map(({ id }) => id),
  )
  const byId = new Map(items.map((item) => [item.id, item]))
  const foreign = checked.flatMap(({ id }, index) =>
    byId.has(id) ? [] : [[`items.${index}.id`, errors.ITEM_NOT_FOUND.message]],
  )
  if (foreign.length > 0) throw invalidFields(Object.fromEntries(foreign))
  return checked.flatMap((one, index) => {
    const item = byId.get(one.id)
    if (!item || one.outcome === 'ok') return []
    return [{ item, kind: one.outcome, description: one.note, field: `items.${index}.id` }]
  })
}
