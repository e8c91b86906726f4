import { historyAction } from '@malote/core/acts/act.ts'
import { isAtOrigin } from '@malote/core/protocols/protocol-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { anyOf } from '../../../platform/db/statements.ts'

/*
 * What a protocol's history says of items that were passed on. The people of its origin read it, too, who may not see
 * the next protocol: it names the department and who of the holder acted, and nobody of the next department.
 */

type Labelled = Pick<LockedItem, 'id' | 'documentNumber' | 'itemType'>

/**
 * Records in the history of a protocol that some of its items were passed on, in one entry.
 *
 * @param department name of the next department
 */
export const recordForwarded = (
  trx: Trx,
  viewer: Viewer,
  protocol: Pick<LockedProtocol, 'id' | 'destinationDepartment'>,
  items: readonly Labelled[],
  department: string,
  at: Date,
) =>
  recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemForwarded,
      description: `${viewer.name} encaminhou ${countOf(items)} de ${protocol.destinationDepartment} para ${department}: ${allLabels(items)}`,
      by: viewer.id,
      at,
    },
    items.map((item) => ({
      itemId: item.id,
      description: `${itemLabel(item)} encaminhado de ${protocol.destinationDepartment} para ${department} por ${viewer.name}`,
    })),
  )

/**
 * Records that a hop of items ended, in the history of the protocol that they were passed on from. That protocol needs
 * no lock: the entry only refers to it, and decisions about it read the hop's state under their own lock.
 *
 * @param hop the protocol whose items came back to its origin, or were cancelled
 * @param parentIds the items that its items continue; null for those that were not passed on
 */
export async function recordHopEnded(
  trx: Trx,
  viewer: Viewer,
  hop: LockedProtocol,
  parentIds: readonly (number | null)[],
  how: 'back' | 'cancelled',
  at: Date,
): Promise<void> {
  const ids = parentIds.filter((id) => id !== null)
  // Without return, an item that arrived stays where it is.
  if (ids.length === 0 || (how === 'back' && !hop.requiresReturn)) return
  const { protocolId, items } = await parentsOf(trx, ids)
  if (protocolId === undefined) return
  const { originDepartment: holder, destinationDepartment: next } = hop
  const isOfHolder = isAtOrigin(viewer, hop)
  const who = isOfHolder ? ` por ${viewer.name}` : ''
  const said = (what: string) =>
    how === 'back'
      ? `${what} de volta a ${holder}, de ${next}: confirmado${who}`
      : `${what} de volta a ${holder}: encaminhamento para ${next} cancelado${who}`
  await recordAct(
    trx,
    {
      protocolId,
      action: historyAction.itemBackFromForward,
      description: `${said(countOf(items))}. ${allLabels(items)}`,
      by: isOfHolder ? viewer.id : null,
      at,
    },
    items.map((item) => ({ itemId: item.id, description: said(itemLabel(item)) })),
  )
}

/** Like {@link recordForwarded}, when the holder redirected a hop to another department (contract 20.5). */
export async function recordHopRedirected(
  trx: Trx,
  viewer: Viewer,
  hop: Pick<LockedProtocol, 'originDepartment'>,
  parentIds: readonly (number | null)[],
  department: string,
  at: Date,
): Promise<void> {
  const ids = parentIds.filter((id) => id !== null)
  if (ids.length === 0) return
  const { protocolId, items } = await parentsOf(trx, ids)
  if (protocolId === undefined) return
  await recordForwarded(
    trx,
    viewer,
    { id: protocolId, destinationDepartment: hop.originDepartment },
    items,
    department,
    at,
  )
}

/** Items that others continue, and their protocol. All items of one protocol that were passed on come from one. */
async function parentsOf(trx: Trx, ids: readonly number[]) {
  const items = await trx
    .selectFrom('items')
    .innerJoin('itemTypes', 'itemTypes.id', 'items.itemTypeId')
    .select(['items.id', 'items.protocolId', 'items.documentNumber', 'itemTypes.name as itemType'])
    .where('items.id', '=', anyOf(ids))
    .orderBy('items.position')
    .execute()
  return { protocolId: items[0]?.protocolId, items }
}

/** The items that the open items of a protocol continue, for {@link recordHopEnded} when all of them end with it. */
export async function continuedBy(trx: Trx, protocolId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('items')
    .select('forwardedFromItemId')
    .where('protocolId', '=', protocolId)
    .where('status', 'in', ['pendente', 'retornado'])
    .where('forwardedFromItemId', 'is not', null)
    .execute()
  return rows.flatMap(({ forwardedFromItemId }) => forwardedFromItemId ?? [])
}
