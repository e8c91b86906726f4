import type { TransferBody } from '@malote/core/items/item.ts'
import { canTransfer } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { type LockedItem, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findItem, itemBeforeLock } from './item.queries.ts'
import { alreadyResponsible, markTransferred, transferredSentence } from './mark-transferred.ts'

/**
 * *Tramitar Item*: a Gestor of the destination transfers a pending item from one person to another.
 *
 * @param body read only after checking that the item may be transferred (contract 12.4)
 * @throws AppError ITEM_HANDED_ON_MEANWHILE when it was transferred concurrently, or after the user loaded it
 */
export function transferItem(db: Db, viewer: Actor, itemId: number, body: () => TransferBody, now: Date) {
  return db.transaction().execute(async (trx) => {
    const before = await itemBeforeLock(trx, itemId)
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canTransfer(viewer, protocol, item))
    ensureStillWith(before?.responsibleId, item)
    const { newUserId, currentUserId } = body()
    ensureStillWith(currentUserId ?? item.responsibleId, item)
    if (newUserId === item.responsibleId) {
      throw invalidFields({ newUserId: alreadyResponsible })
    }
    const person = await responsibleIn(trx, protocol.destinationDepartmentId, newUserId, 'newUserId')

    await markTransferred(trx, viewer, protocol, [item], person, now)
    const notice = { type: 'item_assigned', by: viewer, protocolId: protocol.id, itemId, at: now } as const
    const message = `${transferredSentence(viewer, item, person)} (protocolo #${protocol.id}).`
    await notify(trx, {
      ...notice,
      to: [{ users: [person.id], because: 'agora responde por este item' }],
      title: 'Item tramitado para você',
      message,
    })
    await notify(trx, {
      ...notice,
      to: [{ users: [item.responsibleId], because: 'respondia por este item até agora' }],
      title: 'Item tramitado para outra pessoa',
      message,
    })
    return { item: await findItem(trx, viewer, itemId), newUser: person }
  })
}

function ensureStillWith(seen: number | null | undefined, { responsibleId, responsible }: LockedItem) {
  if (seen === responsibleId) return
  throw new AppError('ITEM_HANDED_ON_MEANWHILE', { message: `Este item acabou de passar para ${responsible}` })
}
