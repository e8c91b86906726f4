import type { ItemFacts } from '@malote/core/items/item-rules.ts'
import type { ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { anyOf } from '../../../db/any-of.ts'
import type { Trx } from '../../../db/connect.ts'
import { visibleTo } from '../../../visibility/visible-to.ts'

/** A protocol nobody else can change until the transaction ends, as the rules and the texts need it. */
export interface LockedProtocol extends ProtocolFacts {
  id: number
  version: number
  remarks: string
  /** Identity of the creator. */
  createdBy: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Names of the two ends. */
  originDepartment: string
  destinationDepartment: string
}

/** An item of a locked protocol. */
export interface LockedItem extends ItemFacts {
  id: number
  documentNumber: string | null
  itemType: string
  originalReturnDate: string | null
  /** Name of the responsible user. */
  responsible: string | null
}

/**
 * The first step of every change: whoever comes second waits here and then finds the state that the first one left.
 *
 * @throws AppError PROTOCOL_NOT_FOUND for whoever may not see it
 */
export async function lockProtocol(trx: Trx, id: number, viewer: Viewer): Promise<LockedProtocol> {
  const protocol = await protocolForUpdate(trx, viewer).where('protocols.id', '=', id).executeTakeFirst()
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  return protocol as LockedProtocol
}

/**
 * The protocol row is locked before its items: two people who act at once then queue here instead of deadlocking.
 * Every writer of items comes this way, so the item itself needs no lock.
 *
 * @throws AppError ITEM_NOT_FOUND for whoever may not see its protocol
 */
export async function lockProtocolOfItem(
  trx: Trx,
  itemId: number,
  viewer: Viewer,
): Promise<{ protocol: LockedProtocol; item: LockedItem }> {
  const protocol = await protocolForUpdate(trx, viewer)
    .where('protocols.id', '=', trx.selectFrom('items').select('protocolId').where('items.id', '=', itemId))
    .executeTakeFirst()
  const [item] = protocol ? await itemsOfLocked(trx, protocol.id, [itemId]) : []
  if (!protocol || !item) throw new AppError('ITEM_NOT_FOUND')
  return { protocol: protocol as LockedProtocol, item }
}

/** The items of a protocol that {@link lockProtocol} holds, in the order of the form; all of them unless `ids` says which. */
export async function itemsOfLocked(trx: Trx, protocolId: number, ids?: readonly number[]): Promise<LockedItem[]> {
  const items = await trx
    .selectFrom('items')
    .innerJoin('itemTypes', 'itemTypes.id', 'items.itemTypeId')
    .leftJoin('users', 'users.id', 'items.responsibleId')
    .select([
      'items.id',
      'items.status',
      'items.returnDate',
      'items.originalReturnDate',
      'items.responsibleId',
      'items.documentNumber',
      'itemTypes.name as itemType',
      'users.name as responsible',
    ])
    .where('items.protocolId', '=', protocolId)
    .$if(ids !== undefined, (query) => query.where('items.id', '=', anyOf(ids ?? [])))
    .orderBy('items.position')
    .execute()
  return items as LockedItem[]
}

/** Not FOR UPDATE: rows that point at the protocol may still be written meanwhile, nothing that the rules ask about can. */
const protocolForUpdate = (trx: Trx, viewer: Viewer) =>
  trx
    .selectFrom('protocols')
    .innerJoin('departments as origin', 'origin.id', 'protocols.originDepartmentId')
    .innerJoin('departments as destination', 'destination.id', 'protocols.destinationDepartmentId')
    .select([
      'protocols.id',
      'protocols.status',
      'protocols.requiresReturn',
      'protocols.originDepartmentId',
      'protocols.destinationDepartmentId',
      'protocols.totalItems',
      'protocols.pendingItems',
      'protocols.cancelledItems',
      'protocols.version',
      'protocols.remarks',
      'protocols.createdBy',
      'protocols.createdAt',
      'origin.name as originDepartment',
      'destination.name as destinationDepartment',
    ])
    .where(visibleTo(viewer))
    .forNoKeyUpdate('protocols')
