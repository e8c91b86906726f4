import type { Item } from '@malote/core/items/item.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { codeKey, codesOf } from '../../domain/codes/codes.ts'
import {
  absenceOf,
  itemAttachmentsJson,
  openExtensionOf,
  openOccurrencesOf,
  withAbsence,
} from '../../domain/custody/custody-columns.ts'
import { forwardedFromOf, forwardedToOf } from '../../domain/visibility/hops.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** An item as the screens show it, in its state after a change. */
export async function findItem(trx: Trx, viewer: Viewer, id: number): Promise<Item> {
  const { codeKey: key, ...item } = await trx
    .selectFrom('items')
    .innerJoin('itemTypes', 'itemTypes.id', 'items.itemTypeId')
    .leftJoin('categories', 'categories.id', 'items.categoryId')
    .leftJoin('suppliers', 'suppliers.id', 'items.supplierId')
    .leftJoin('users', 'users.id', 'items.responsibleId')
    .leftJoin('users as reminder', 'reminder.id', 'items.remindedBy')
    .select([
      'items.id',
      'items.protocolId',
      'items.documentNumber',
      'items.description',
      'itemTypes.name as itemType',
      'items.itemTypeId',
      'categories.name as category',
      'items.categoryId',
      'categories.color as categoryColor',
      'suppliers.companyName as supplier',
      'items.supplierId',
      'users.name as responsible',
      'items.responsibleId',
      sql<boolean>`users.id is not null
        and (not users.is_active or users.department_id is distinct from items.destination_department_id)
      `.as('responsibleHasLeft'),
      'items.returnDate',
      'items.originalReturnDate',
      'items.actualReturnDate',
      'items.reason',
      'items.cancelReason',
      'items.status',
      codeKey.as('codeKey'),
      'items.remindedAt',
      'reminder.name as remindedBy',
      openOccurrencesOf('items.id').as('openOccurrences'),
      absenceOf('items.id').as('absent'),
      openExtensionOf('items.id').as('extensionRequest'),
      itemAttachmentsJson('items.id').as('attachments'),
      forwardedFromOf(viewer, 'items').as('forwardedFrom'),
      forwardedToOf(viewer, 'items').as('forwardedTo'),
    ])
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...withAbsence(item as Item), code: codesOf(key).of('item', [id])[0] }
}

/** The item as it was before its protocol was locked. If it differs under the lock, a concurrent request was first. */
export const itemBeforeLock = (trx: Trx, id: number) =>
  trx.selectFrom('items').select(['responsibleId', 'returnDate']).where('id', '=', id).executeTakeFirst()

/** Whether all of these items that exist were sent to other departments. */
export async function areSentElsewhere(db: Db, ids: readonly number[], departmentId: number | null): Promise<boolean> {
  const destinations = await db
    .selectFrom('items')
    .select('destinationDepartmentId as id')
    .distinct()
    .where('id', '=', anyOf(ids))
    .execute()
  return destinations.every(({ id }) => id !== departmentId)
}

/** The existing items, grouped by protocol, ordered by protocol id. */
export async function itemsByProtocol(db: Db, ids: readonly number[]): Promise<[number, number[]][]> {
  const rows = await db
    .selectFrom('items')
    .select(['protocolId', (eb) => eb.fn.agg<number[]>('array_agg', ['id']).as('ids')])
    .where('id', '=', anyOf(ids))
    .groupBy('protocolId')
    .orderBy('protocolId')
    .execute()
  return rows.map((row) => [row.protocolId, row.ids])
}
