import { itemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Category } from '../../../domain/custody/references.queries.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { carriedSelection } from '../forms/carried-item.ts'

/** An item as it is sent again, and its category. */
export type RedirectedItem = Awaited<ReturnType<typeof redirectedItemsOf>>[number]

/** The pending items of a locked protocol, in the order of the form. */
export async function redirectedItemsOf(trx: Trx, protocolId: number) {
  const rows = await trx
    .selectFrom('items')
    .leftJoin('categories', 'categories.id', 'items.categoryId')
    .leftJoin('items as parent', 'parent.id', 'items.forwardedFromItemId')
    .leftJoin('protocols as cameIn', 'cameIn.id', 'parent.protocolId')
    .select([
      'items.id',
      ...carriedSelection,
      'items.categoryId',
      'items.forwardedFromItemId',
      'categories.name as categoryName',
      'categories.returnDays',
      'categories.dayCount',
      sql<CivilDate | null>`due_limit(items.forwarded_from_item_id)`.as('limit'),
      'cameIn.status as parentStatus',
      'cameIn.requiresReturn as parentRequiresReturn',
      'cameIn.originDepartmentId as parentOriginId',
      'cameIn.destinationDepartmentId as parentDestinationId',
    ])
    .where('items.protocolId', '=', protocolId)
    .where('items.status', '=', itemStatus.pending)
    .orderBy('items.position')
    .execute()
  return rows.map(({ categoryName, returnDays, dayCount, ...item }) => ({
    ...item,
    category: item.categoryId !== null && { id: item.categoryId, name: categoryName ?? '', returnDays, dayCount },
  })) as (Omit<(typeof rows)[number], 'categoryName' | 'returnDays' | 'dayCount'> & { category: Category | false })[]
}
