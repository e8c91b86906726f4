import { canAssign } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findItem } from './item.queries.ts'
import { assigned, assignedText, markAssigned } from './mark-assigned.ts'

/**
 * *Atribuir usuário*: a Gestor of the destination makes a user responsible for an item.
 *
 * @param body read only after checking that the item may be assigned (contract 12.4)
 */
export function assignItem(db: Db, viewer: Actor, itemId: number, body: () => { userId: number }, now: Date) {
  return db.transaction().execute(async (trx) => {
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canAssign(viewer, protocol, item))
    const person = await responsibleIn(trx, protocol.destinationDepartmentId, body().userId, 'userId')
    await markAssigned(trx, viewer, protocol, [item], person, now)
    await notify(trx, {
      type: 'item_assigned',
      to: [assigned(person)],
      by: viewer,
      ...assignedText(viewer, [{ protocolId: protocol.id, items: [item] }]),
      protocolId: protocol.id,
      at: now,
    })
    return { item: await findItem(trx, viewer, itemId), assignedUser: person }
  })
}
