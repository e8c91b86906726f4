import { itemStatus } from '@malote/core/items/item-status.ts'
import { metaFor, pageSize } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { findUser } from './users.repo.ts'

/**
 * The pending items for which a person is responsible and which the viewer may see, the most urgent first. Uses
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
      'items.description',
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

interface LeftBehind {
  userId: number
  departmentId: number
  count: number
  protocolId: number
}

/**
 * Pending items of these people in departments where they no longer work, by person and department: the protocol of the
 * most urgent one, and the number of items. Uses items_responsible_id_idx.
 *
 * @param people with department null for those who no longer work here
 */
export async function itemsLeftBehind(
  trx: Trx,
  people: readonly { id: number; departmentId: number | null }[],
): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    select i.responsible_id as user_id, i.destination_department_id as department_id, count(*) as count,
      (array_agg(i.protocol_id order by i.return_date, i.id))[1] as protocol_id
    from unnest(
      ${people.map(({ id }) => id)}::int[], ${people.map(({ departmentId }) => departmentId)}::int[]
    ) p (id, department_id)
    join items i on i.responsible_id = p.id and i.status = ${itemStatus.pending}
      and i.destination_department_id is distinct from p.department_id
    group by i.responsible_id, i.destination_department_id
    order by i.responsible_id, i.destination_department_id
  `.execute(trx)
  return rows
}

const pendingItemsOf = (db: Db, userId: number) =>
  db.selectFrom('items').where('items.responsibleId', '=', userId).where('items.status', '=', itemStatus.pending)
