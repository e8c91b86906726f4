import { itemStatus } from '@malote/core/items/item-status.ts'
import { metaFor, pageSize } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connect.ts'
import { visibleTo } from '../protocols/public.ts'
import { findUser } from './users.queries.ts'

/**
 * What a person answers for at present, of what the viewer may see: the pending items, the most urgent first. Read along
 * items_responsible_id_idx.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function listResponsibilities(db: Db, viewer: Viewer, userId: number, page: number) {
  const pending = pendingItemsOf(db, userId).where(visibleTo(viewer, 'items'))
  const { total } = await pending.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (total === 0) await findUser(db, userId)
  const data = await pending
    .innerJoin('itemTypes', 'itemTypes.id', 'items.itemTypeId')
    .innerJoin('departments', 'departments.id', 'items.destinationDepartmentId')
    .select([
      'items.id',
      'items.protocolId',
      'items.documentNumber',
      'itemTypes.name as itemType',
      'items.returnDate',
      'departments.name as destinationDepartment',
    ])
    .orderBy('items.returnDate')
    .orderBy('items.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { data, meta: metaFor(total, page) }
}

/** Pending items of a person that are to be somewhere else than `departmentId`, by where: the most urgent one's protocol, and how many. */
export const itemsLeftBehind = (trx: Trx, userId: number, departmentId: number | null) =>
  pendingItemsOf(trx, userId)
    .where(sql<boolean>`items.destination_department_id is distinct from ${departmentId}::int`)
    .select((eb) => [
      'items.destinationDepartmentId as departmentId',
      eb.fn.countAll<number>().as('count'),
      sql<number>`(array_agg(items.protocol_id order by items.return_date, items.id))[1]`.as('protocolId'),
    ])
    .groupBy('items.destinationDepartmentId')
    .orderBy('items.destinationDepartmentId')
    .execute()

const pendingItemsOf = (db: Db, userId: number) =>
  db.selectFrom('items').where('items.responsibleId', '=', userId).where('items.status', '=', itemStatus.pending)
