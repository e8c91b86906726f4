import type { BulkReply } from '@malote/core/items/item.ts'
import { canTransfer } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { refused, refusedBecause } from '@malote/core/shared/verdict.ts'
import { isManager } from '@malote/core/users/viewer.ts'
import { countOf } from '../../domain/custody/item-label.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { firstSubject, isResponsibleFor, itemsOf, ofProtocols } from './act-words.ts'
import { type BulkContext, eachItem } from './each-item.ts'
import { alreadyResponsible, markTransferred } from './mark-transferred.ts'

/**
 * *Tramitar selecionados*: transfers the chosen items to one person, as far as the Gestor may (contract 17.3). A Gestor
 * transfers only in their own department, so that the person must work there, whatever items are chosen.
 *
 * @param body read only after checking that the viewer is a Gestor (contract 12.4)
 */
export async function transferItems(
  db: Db,
  viewer: Actor,
  body: () => { itemIds: readonly number[]; newUserId: number },
  { now, log }: BulkContext,
): Promise<BulkReply> {
  if (!isManager(viewer)) ensure(refused('ONLY_MANAGERS_TRANSFER'))
  const { itemIds, newUserId } = body()
  const findPerson = (trx: Trx) => responsibleIn(trx, viewer.departmentId, newUserId, 'newUserId')
  const person = await db.transaction().execute(findPerson)
  const toNew = noticesOfAct<LockedItem>({
    type: 'item_assigned',
    by: viewer,
    at: now,
    text: (parts) => ({
      title: titleOf(parts, 'para você'),
      message: `${viewer.name} tramitou para você ${countOf(itemsOf(parts))} ${ofProtocols(parts)}`,
      ...firstSubject(parts),
    }),
  })
  const toPrevious = noticesOfAct<LockedItem>({
    type: 'item_assigned',
    by: viewer,
    at: now,
    text: (parts) => ({
      title: titleOf(parts, 'para outra pessoa'),
      message: `${viewer.name} tramitou para ${person.name} ${countOf(itemsOf(parts))} ${ofProtocols(parts)}`,
      ...firstSubject(parts),
    }),
  })
  const results = await eachItem(db, viewer, itemIds, log, {
    verdict: (protocol, item) => {
      const verdict = canTransfer(viewer, protocol, item)
      return verdict.allowed && item.responsibleId === newUserId
        ? refusedBecause('INVALID_INPUT', alreadyResponsible)
        : verdict
    },
    change: async (trx, protocol, items) => {
      // Checks the person again inside the transaction that writes, because they may have left meanwhile.
      await markTransferred(trx, viewer, protocol, items, await findPerson(trx), now)
      const part = { protocolId: protocol.id, items }
      const previous = items.map(({ responsibleId }) => responsibleId)
      await toNew.tell(trx, part, [{ users: [newUserId], because: 'agora responde por isso' }])
      await toPrevious.tell(trx, part, [
        { users: previous, because: 'respondia por isso até agora', only: isResponsibleFor },
      ])
    },
    notices: [toNew, toPrevious],
    done: `Item tramitado com sucesso para ${person.name}!`,
  })
  return { results }
}

function titleOf(parts: readonly Part<LockedItem>[], to: string): string {
  const { length } = itemsOf(parts)
  return length === 1 ? `Item tramitado ${to}` : `${length} itens tramitados ${to}`
}
