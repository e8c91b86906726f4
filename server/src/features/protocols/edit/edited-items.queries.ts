import { historyAction } from '@malote/core/acts/act.ts'
import type { DueLimit } from '@malote/core/due-dates/due-date-rules.ts'
import type { ItemStatus } from '@malote/core/items/item-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import { dueLimitOf } from '../../../domain/visibility/hops.ts'
import type { Trx } from '../../../platform/db/connect.ts'

/** An item before or after an edit: the ids that are written, and the names for the history. */
export interface EditableItem {
  id: number
  status: ItemStatus
  documentNumber: string | null
  description: string | null
  itemTypeId: number
  itemType: string
  categoryId: number | null
  category: string | null
  supplierId: number | null
  supplier: string | null
  responsibleId: number | null
  responsible: string | null
  reason: string | null
  returnDate: CivilDate | null
  attachmentCount: number
  /** Null unless it was passed on and must be back by some day. */
  dueLimit: DueLimit | null
}

/** The items of a protocol that the transaction has locked, by id. */
export async function editableItemsOf(trx: Trx, protocolId: number): Promise<ReadonlyMap<number, EditableItem>> {
  const { rows } = await sql<EditableItem>`
    select i.id, i.status, i.document_number, i.description, i.item_type_id, t.name as item_type, i.category_id, c.name as category,
      i.supplier_id, s.company_name as supplier, i.responsible_id, u.name as responsible, i.reason, i.return_date,
      (select count(*) from attachments a where a.item_id = i.id and a.occurrence_id is null) as attachment_count,
      ${dueLimitOf('i')} as due_limit
    from items i
    join item_types t on t.id = i.item_type_id
    left join categories c on c.id = i.category_id
    left join suppliers s on s.id = i.supplier_id
    left join users u on u.id = i.responsible_id
    where i.protocol_id = ${protocolId}`.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Name of the person who last changed the protocol or one of its items. Comments do not count. */
export async function lastEditorOf(trx: Trx, protocolId: number): Promise<string | undefined> {
  const row = await trx
    .selectFrom('history')
    .innerJoin('users', 'users.id', 'history.createdBy')
    .select('users.name')
    .where('history.protocolId', '=', protocolId)
    .where('history.action', 'not in', [historyAction.commentAdded, historyAction.commentDeleted])
    .orderBy('history.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}
