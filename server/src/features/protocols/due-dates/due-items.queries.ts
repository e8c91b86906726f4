import type { DueInputs } from '@malote/core/due-dates/derive-due-date.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { type OpenRequest, openExtensionOf } from '../../../domain/custody/custody-columns.ts'
import { type DueInputColumns, dueInputColumns, inputsOf } from '../../../domain/custody/due-inputs.ts'
import type { Answered } from '../../../domain/notices/audience.ts'
import { isResponsibleThere } from '../../../domain/visibility/visible-to.ts'
import type { Trx } from '../../../platform/db/connect.ts'

/** An item with what its due date is derived from, and what a text about a change needs. */
export interface DueItem extends Answered {
  id: number
  protocolId: number
  documentNumber: string | null
  itemType: string
  destinationDepartmentId: number
  /** Name of the origin: where an item that was passed on must leave from. */
  holder: string
  returnDate: CivilDate | null
  inputs: DueInputs
  /** The earliest due date of the items before, however many hops. */
  limit: CivilDate | null
  /** The open request for more time. */
  request: OpenRequest | null
}

/** @param which a condition on items as `i`, in protocols that the transaction has locked */
export async function dueItems(trx: Trx, which: RawBuilder<unknown>): Promise<DueItem[]> {
  const { rows } = await sql<Omit<DueItem, 'inputs'> & DueInputColumns>`
    select i.id, i.protocol_id, i.document_number, t.name as item_type, i.responsible_id, i.destination_department_id,
      ${isResponsibleThere('i')} as is_responsible_there, holder.name as holder, i.return_date, ${dueInputColumns},
      due_limit(i.forwarded_from_item_id) as "limit", ${openExtensionOf('i.id')} as request
    from items i
    join item_types t on t.id = i.item_type_id
    join departments holder on holder.id = i.origin_department_id
    where ${which}
    order by i.protocol_id, i.position`.execute(trx)
  return rows.map(({ countedFrom, countedDays, countedInBusinessDays, countedUntil, grantedUntil, ...item }) => ({
    ...item,
    inputs: inputsOf({ countedFrom, countedDays, countedInBusinessDays, countedUntil, grantedUntil }),
  }))
}
