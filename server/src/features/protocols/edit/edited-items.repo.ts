import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import type { ItemEdit } from './validate-edit.ts'

/** Writes the items that an edit changed, except for their due dates, in one statement for any number of items. */
export async function updateEditedItems(trx: Trx, edits: readonly ItemEdit[], at: Date): Promise<void> {
  const changed = edits.filter(({ isChanged }) => isChanged).map(({ after }) => after)
  if (changed.length === 0) return
  await sql`
    update items i set
      item_type_id = n."itemTypeId", category_id = n."categoryId", supplier_id = n."supplierId",
      responsible_id = n."responsibleId", document_number = n."documentNumber", description = n.description, reason = n.reason, updated_at = ${at}
    from json_to_recordset(${JSON.stringify(changed)}::json) as n (
      id int, "itemTypeId" int, "categoryId" int, "supplierId" int, "responsibleId" int, description text, reason text,
      "documentNumber" text
    )
    where i.id = n.id`.execute(trx)
}
