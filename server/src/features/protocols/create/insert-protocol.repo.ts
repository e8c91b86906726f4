import type { NewProtocol } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/connect.ts'

interface Creation {
  by: number
  at: Date
}

type NewItem = NewProtocol['items'][number] & { dueDate: CivilDate | null }

/**
 * The counters of the items that follow come with the row: the triggers then only compare them, which spares a second
 * version of it.
 *
 * @returns the new protocol's id
 */
export async function insertProtocol(
  trx: Trx,
  { remarks, originDepartmentId, destinationDepartmentId, requiresReturn }: NewProtocol,
  items: readonly NewItem[],
  { by, at }: Creation,
): Promise<number> {
  const { id } = await trx
    .insertInto('protocols')
    .values({
      ...{ remarks, originDepartmentId, destinationDepartmentId, requiresReturn, createdBy: by, createdAt: at },
      totalItems: items.length,
      pendingItems: items.length,
      unassignedItems: items.filter(({ responsibleId }) => !responsibleId).length,
      nextReturnDate: items.flatMap(({ dueDate }) => dueDate ?? []).sort()[0] ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * One statement whatever their number, so that it is prepared once.
 *
 * @returns the ids of the items, in the order of the form
 */
export async function insertItems(
  trx: Trx,
  protocolId: number,
  items: readonly NewItem[],
  at: Date,
): Promise<number[]> {
  if (items.length === 0) return []
  const { rows } = await sql<{ id: number; position: number }>`
    insert into items (
      protocol_id, position, document_number, item_type_id, category_id, supplier_id, responsible_id, reason,
      return_date, created_at, updated_at
    )
    select ${protocolId}, ordinality, nullif("documentNumber", ''), "itemTypeId", "categoryId", "supplierId",
      "responsibleId", nullif(reason, ''), "dueDate", ${at}, ${at}
    from rows from (json_to_recordset(${JSON.stringify(items)}::json) as (
      "documentNumber" text, "itemTypeId" int, "categoryId" int, "supplierId" int, "responsibleId" int, reason text,
      "dueDate" date
    )) with ordinality
    returning id, position`.execute(trx)
  return rows.sort((a, b) => a.position - b.position).map(({ id }) => id)
}
