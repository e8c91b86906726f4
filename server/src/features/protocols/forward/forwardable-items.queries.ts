import type { ItemFacts } from '@malote/core/items/item-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { DayCount } from '@malote/core/shared/due-date.ts'
import { sql } from 'kysely'
import { absenceOf } from '../../../domain/custody/custody-columns.ts'
import type { Category } from '../../../domain/custody/references.queries.ts'
import { hopCountOf, whereaboutsOf } from '../../../domain/visibility/hops.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { anyOf } from '../../../platform/db/statements.ts'
import { type CarriedItem, carriedColumns } from '../forms/carried-item.ts'

/** An item of a locked protocol, with what the next protocol copies of it. */
export interface ForwardableItem extends ItemFacts, CarriedItem {
  id: number
  itemType: string
  category: Category | null
  /** Latest due date of the next hop: its own, or an earlier one of the items before. */
  limit: CivilDate | null
  /** Protocols of its chain so far, this one included. */
  hops: number
}

interface Row extends Omit<ForwardableItem, 'category' | 'forwardedTo'> {
  categoryId: number | null
  categoryName: string
  dayCount: DayCount
  returnDays: number | null
  whereabouts: string | null
}

/** The named items of a protocol that the transaction has locked, in the order of its form. */
export async function forwardableItems(
  trx: Trx,
  protocolId: number,
  ids: readonly number[],
): Promise<ForwardableItem[]> {
  const { rows } = await sql<Row>`
    select i.id, i.status, i.return_date, i.responsible_id, ${carriedColumns},
      t.name as item_type, i.category_id, c.name as category_name, c.day_count, c.return_days,
      ${whereaboutsOf('i')} as whereabouts, ${absenceOf('i.id')} as absent, ${hopCountOf('i')} as hops,
      due_limit(i.id) as "limit"
    from items i
    join item_types t on t.id = i.item_type_id
    left join categories c on c.id = i.category_id
    where i.protocol_id = ${protocolId} and i.id = ${anyOf(ids)}
    order by i.position`.execute(trx)
  return rows.map(({ categoryId, categoryName, dayCount, returnDays, whereabouts, ...item }) => ({
    ...item,
    category: categoryId === null ? null : { id: categoryId, name: categoryName, dayCount, returnDays },
    forwardedTo: whereabouts === null ? null : { department: whereabouts },
  }))
}
