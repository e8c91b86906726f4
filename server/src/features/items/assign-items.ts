import { canAssign } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { refused } from '@malote/core/shared/verdict.ts'
import { isManager } from '@malote/core/users/viewer.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type BulkContext, eachItem } from './each-item.ts'
import { assigned, assignedText, markAssigned } from './mark-assigned.ts'

/**
 * *Atribuir em massa*: assigns the chosen unassigned items to one person, as far as the Gestor may (contract 2.6.9). A
 * Gestor assigns only in their own department, so that the person must work there, whatever items are chosen.
 *
 * @param body read only after checking that the viewer is a Gestor (contract 12.4)
 */
export async function assignItems(
  db: Db,
  viewer: Actor,
  body: () => { itemIds: readonly number[]; userId: number },
  { now, log }: BulkContext,
) {
  if (!isManager(viewer)) ensure(refused('ONLY_MANAGERS_ASSIGN'))
  const { itemIds, userId } = body()
  const findPerson = (trx: Trx) => responsibleIn(trx, viewer.departmentId, userId, 'userId')
  const assignedUser = await db.transaction().execute(findPerson)
  const notices = noticesOfAct<LockedItem>({
    type: 'item_assigned',
    by: viewer,
    at: now,
    text: (parts) => assignedText(viewer, parts),
  })
  const results = await eachItem(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canAssign(viewer, protocol, item),
    // Checks the person again inside the transaction that writes, because they may have left meanwhile.
    change: async (trx, protocol, items) => {
      const person = await findPerson(trx)
      await markAssigned(trx, viewer, protocol, items, person, now)
      await notices.tell(trx, { protocolId: protocol.id, items }, [assigned(person)])
    },
    notices: [notices],
    done: `Usuário ${assignedUser.name} atribuído com sucesso!`,
  })
  return { results, assignedUser }
}
