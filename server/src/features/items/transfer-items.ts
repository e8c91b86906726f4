import { doneTitle, historyAction } from '@malote/core/acts/act.ts'
import type { BulkReply, TransferBody } from '@malote/core/items/item.ts'
import { canTransfer } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { refused, refusedBecause } from '@malote/core/shared/verdict.ts'
import type { UserOption } from '@malote/core/users/user.ts'
import { isManager, type Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { countOf, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import { responsibleIn } from '../../domain/custody/responsible.queries.ts'
import { noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { firstSubject, isResponsibleFor, itemsOf, ofProtocols } from './bulk-notices.ts'
import { areSentElsewhere, findItem, itemBeforeLock } from './item.queries.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

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
      title: `${doneTitle('transfer', 1)} para você`,
      message,
    })
    await notify(trx, {
      ...notice,
      to: [{ users: [item.responsibleId], because: 'respondia por este item até agora' }],
      title: `${doneTitle('transfer', 1)} para outra pessoa`,
      message,
    })
    return { item: await findItem(trx, viewer, itemId), newUser: person }
  })
}

function ensureStillWith(seen: number | null | undefined, { responsibleId, responsible }: LockedItem) {
  if (seen === responsibleId) return
  throw new AppError('ITEM_HANDED_ON_MEANWHILE', { message: `Este item acabou de passar para ${responsible}` })
}

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
  // Of items that are all refused, nothing is said about the person.
  const isNothingTheirs = await areSentElsewhere(db, itemIds, viewer.departmentId)
  const person = isNothingTheirs ? { name: '' } : await db.transaction().execute(findPerson)
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
  const results = await runBulk(db, viewer, itemIds, log, {
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
      await toNew.notify(trx, part, [{ users: [newUserId], because: 'agora responde por isso' }])
      await toPrevious.notify(trx, part, [
        { users: previous, because: 'respondia por isso até agora', only: isResponsibleFor },
      ])
    },
    notices: [toNew, toPrevious],
    done: `Item tramitado com sucesso para ${person.name}!`,
  })
  return { results }
}

const titleOf = (parts: readonly Part<LockedItem>[], to: string): string =>
  `${doneTitle('transfer', itemsOf(parts).length)} ${to}`

const alreadyResponsible = 'Este usuário já é o responsável pelo item'

/**
 * Makes another person responsible for items of one protocol, after the rules were checked. Writes one history line for
 * all, and one event of the audit.
 */
async function markTransferred(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  person: UserOption,
  now: Date,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  await updateItems(trx, protocol.id, ids, { responsibleId: person.id }, now)
  const labels = items.map((item) => `${itemLabel(item)}, de ${item.responsible}`).join('; ')
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemTransferred,
      description: `${countOf(items)} tramitados para ${person.name} por ${viewer.name}: ${labels}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: transferredSentence(viewer, item, person) })),
  )
  await recordAudit(trx, {
    ...{ action: 'hand-over', actor: viewer, address: viewer.address },
    subject: { kind: 'protocol', id: String(protocol.id), name: null },
    before: { responsible: [...new Set(items.map(({ responsible }) => responsible))] },
    after: { responsible: [person.name], item_ids: ids },
  })
}

const transferredSentence = (viewer: Viewer, item: LockedItem, person: UserOption): string =>
  `${itemLabel(item)} tramitado de ${item.responsible} para ${person.name} por ${viewer.name}`
