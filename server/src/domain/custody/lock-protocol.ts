import type { DueLimit } from '@malote/core/due-dates/due-date-rules.ts'
import type { ItemFacts } from '@malote/core/items/item-rules.ts'
import type { ProtocolFacts } from '@malote/core/protocols/protocol-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { dueLimitOf, passedOnToOf, whereaboutsOf } from '../visibility/hops.ts'
import { isResponsibleThere, visibleTo } from '../visibility/visible-to.ts'
import { absenceOf, type OpenRequest, openExtensionOf } from './custody-columns.ts'

/** A protocol locked until the transaction ends, with the fields that rules and texts need. */
export interface LockedProtocol extends ProtocolFacts {
  id: number
  version: number
  remarks: string
  /** Id of the creator. */
  createdBy: number
  /** Instant, ISO 8601 in UTC. */
  createdAt: string
  /** Instant; null until the destination has received it. */
  receivedAt: string | null
  /** Names of the origin and the destination. */
  originDepartment: string
  destinationDepartment: string
}

/** An item of a locked protocol. */
export interface LockedItem extends ItemFacts {
  id: number
  documentNumber: string | null
  description: string | null
  itemType: string
  originalReturnDate: string | null
  /** Name of the responsible user. */
  responsible: string | null
  /** False when the responsible user was deactivated or moved to another department, or when there is none. */
  isResponsibleThere: boolean
  /** When the origin last asked for the item, as an instant, and the name of who did. */
  remindedAt: string | null
  remindedBy: string | null
  /** The item of another protocol that this one continues. */
  forwardedFromItemId: number | null
  /** Null unless the item must be back at the protocol that it was passed on from by some day. */
  dueLimit: DueLimit | null
  /** The open request for more time. */
  extensionRequest: OpenRequest | null
}

/**
 * The first step of every change: concurrent requests wait here, and then read the state that the previous one left.
 *
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
export async function lockProtocol(trx: Trx, id: number, viewer: Viewer): Promise<LockedProtocol> {
  const protocol = await protocolForUpdate(trx, viewer).where('protocols.id', '=', id).executeTakeFirst()
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  return protocol as LockedProtocol
}

/**
 * {@link lockProtocol} for what ends the whole protocol: also says whether one of its items is away. A statement of its
 * own, because the one that waits for the lock does not see items that were passed on meanwhile.
 */
export async function lockWholeProtocol(trx: Trx, id: number, viewer: Viewer): Promise<LockedProtocol> {
  const protocol = await lockProtocol(trx, id, viewer)
  const { rows } = await sql<{ passedOnTo: string | null }>`
    select ${passedOnToOf(sql`${id}::int`)} as passed_on_to`.execute(trx)
  return { ...protocol, passedOnTo: rows[0]?.passedOnTo ?? null }
}

/**
 * Locks the protocol row before its items, so that concurrent requests queue here instead of deadlocking. Every writer
 * of items does this, so that the items need no lock of their own.
 *
 * @throws AppError ITEM_NOT_FOUND also when the viewer may not see its protocol
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

/** The items of a protocol locked by {@link lockProtocol}, in the order of the form; only those in `ids` if given. */
export async function itemsOfLocked(trx: Trx, protocolId: number, ids?: readonly number[]): Promise<LockedItem[]> {
  const items = await trx
    .selectFrom('items')
    .innerJoin('itemTypes', 'itemTypes.id', 'items.itemTypeId')
    .leftJoin('users', 'users.id', 'items.responsibleId')
    .leftJoin('users as reminder', 'reminder.id', 'items.remindedBy')
    .select([
      'items.id',
      'items.status',
      'items.returnDate',
      'items.originalReturnDate',
      'items.responsibleId',
      'items.documentNumber',
      'items.description',
      'itemTypes.name as itemType',
      'users.name as responsible',
      isResponsibleThere('items').as('isResponsibleThere'),
      'items.remindedAt',
      'reminder.name as remindedBy',
      'items.forwardedFromItemId',
      whereaboutsOf('items').as('whereabouts'),
      dueLimitOf('items').as('dueLimit'),
      openExtensionOf('items.id').as('extensionRequest'),
      absenceOf('items.id').as('absent'),
    ])
    .where('items.protocolId', '=', protocolId)
    .$if(ids !== undefined, (query) => query.where('items.id', '=', anyOf(ids ?? [])))
    .orderBy('items.position')
    .execute()
  return items.map(({ whereabouts, ...item }) => ({
    ...(item as LockedItem),
    forwardedTo: whereabouts === null ? null : { department: whereabouts },
  }))
}

/**
 * Not FOR UPDATE: other transactions may still insert rows that refer to the protocol, but cannot change anything that
 * the rules check.
 */
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
      'protocols.receivedAt',
      'origin.name as originDepartment',
      'destination.name as destinationDepartment',
    ])
    .where(visibleTo(viewer))
    .forNoKeyUpdate('protocols')
