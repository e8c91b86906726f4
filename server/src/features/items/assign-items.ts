import { doneTitle, historyAction } from '@malote/core/acts/act.ts'
import { canAssign } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { refused } from '@malote/core/shared/verdict.ts'
import type { UserOption } from '@malote/core/users/user.ts'
import { isManager, type Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { type NoticeText, noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { firstSubject, itemsOf, ofProtocols } from './bulk-notices.ts'
import { findItem } from './item.queries.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

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
  const results = await runBulk(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canAssign(viewer, protocol, item),
    // Checks the person again inside the transaction that writes, because they may have left meanwhile.
    change: async (trx, protocol, items) => {
      const person = await findPerson(trx)
      await markAssigned(trx, viewer, protocol, items, person, now)
      await notices.notify(trx, { protocolId: protocol.id, items }, [assigned(person)])
    },
    notices: [notices],
    done: `Usuário ${assignedUser.name} atribuído com sucesso!`,
  })
  return { results, assignedUser }
}

/**
 * Makes a person responsible for unassigned items of one protocol, after the rules were checked. Writes one history
 * line for all.
 */
async function markAssigned(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  person: UserOption,
  now: Date,
): Promise<void> {
  const ids = items.map((item) => item.id)
  await updateItems(trx, protocol.id, ids, { responsibleId: person.id }, now)
  const how = `a ${person.name} por ${viewer.name}`
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemAssigned,
      description: `${countOf(items)} atribuídos ${how}: ${allLabels(items)}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: `${itemLabel(item)} atribuído ${how}` })),
  )
}

/** The person who is responsible now. */
const assigned = (person: UserOption) => ({ users: [person.id], because: 'agora responde por isso' })

function assignedText(viewer: Viewer, parts: readonly Part<LockedItem>[]): NoticeText {
  return {
    title: `${doneTitle('assign', itemsOf(parts).length)} a você`,
    message: `${viewer.name} atribuiu a você, ${ofProtocols(parts)}`,
    ...firstSubject(parts),
  }
}
