import { historyAction } from '@malote/core/history/history-entry.ts'
import type { NewProtocol } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Trx } from '../../../db/connect.ts'
import type { ComputedDueDate } from '../forms/due-dates.ts'
import type { Claim } from '../idempotency/idempotency.repo.ts'

export type NewItem = NewProtocol['items'][number] &
  Partial<Omit<ComputedDueDate, 'dueDate'>> & {
    dueDate: CivilDate | null
    /** The item that this one continues, of the protocol before in its chain. */
    forwardedFromItemId?: number | null
  }

/** Everything that is written at once for a new protocol. */
export interface NewRecord extends Omit<NewProtocol, 'items'> {
  items: readonly NewItem[]
  /** The protocol that is redirected, if this one is made from it. */
  redirectedFrom?: number
  /** Text of the history line. */
  description: string
  by: number
  at: Date
}

/** Ids of the written rows; the items in the order of the form. */
export interface WrittenRecord {
  id: number
  itemIds: number[]
}

/**
 * Writes a protocol, its items and the first line of its history, and claims the key. One statement, because each
 * database round trip costs as much as the writing itself. Its text does not depend on the number of items, so that it
 * is prepared once.
 *
 * The statement also sets the item counters of the protocol. The triggers then only compare them, which saves a second
 * version of the row.
 *
 * @returns undefined when another request has claimed the key; nothing is written then. Waits for a claim that is not
 * committed yet.
 */
export async function insertProtocol(
  trx: Trx,
  {
    remarks,
    originDepartmentId,
    destinationDepartmentId,
    requiresReturn,
    items,
    description,
    by,
    at,
    ...rest
  }: NewRecord,
  claim: Claim | undefined,
): Promise<WrittenRecord | undefined> {
  const { total, unassigned, nextReturnDate } = countersOf(items)
  const { rows } = await sql<WrittenRecord>`
    with number as (
      select nextval(pg_get_serial_sequence('protocols', 'id'))::int as id
    ), claimed as (
      ${claim === undefined ? sql`select id from number` : claiming(claim, by, at)}
    ), protocol as (
      insert into protocols (
        id, remarks, origin_department_id, destination_department_id, requires_return, created_by, created_at,
        total_items, pending_items, unassigned_items, next_return_date, redirected_from
      )
      overriding system value
      select id, ${remarks}, ${originDepartmentId}, ${destinationDepartmentId}, ${requiresReturn}, ${by}, ${at}::timestamptz,
        ${total}, ${total}, ${unassigned}, ${nextReturnDate}::date, ${rest.redirectedFrom ?? null}::int
      from claimed
      returning id, origin_department_id as origin, destination_department_id as destination, requires_return
    ), new_items as (
      insert into items (
        protocol_id, position, document_number, description, item_type_id, category_id, supplier_id, responsible_id,
        reason, return_date, due_days, due_in_business_days, due_holidays, created_at, updated_at, origin_department_id, destination_department_id, must_return,
        forwarded_from_item_id
      )
      select protocol.id, ordinality, nullif("documentNumber", ''), nullif(description, ''), "itemTypeId", "categoryId",
        "supplierId", "responsibleId", nullif(reason, ''), "dueDate", "dueDays", "dueInBusinessDays", "dueHolidays", ${at}::timestamptz, ${at}::timestamptz,
        origin, destination, requires_return, "forwardedFromItemId"
      from protocol, rows from (json_to_recordset(${JSON.stringify(items)}::json) as (
        "documentNumber" text, description text, "itemTypeId" int, "categoryId" int, "supplierId" int,
        "responsibleId" int, reason text, "dueDate" date, "dueDays" int,
        "dueInBusinessDays" boolean, "dueHolidays" jsonb, "forwardedFromItemId" int
      )) with ordinality
      returning id, position
    ), first_line as (
      insert into history (
        protocol_id, action, description, created_by, created_at, origin_department_id, destination_department_id
      )
      select id, ${historyAction.protocolCreated}, ${description}, ${by}, ${at}::timestamptz, origin, destination
      from protocol
    )
    select id, array(select id from new_items order by position) as item_ids from protocol`.execute(trx)
  return rows[0]
}

const claiming = ({ key, digest }: Claim, by: number, at: Date) => sql`
  insert into idempotency_keys (user_id, key, content_digest, protocol_id, created_at)
  select ${by}, ${key}, ${digest}, id, ${at}::timestamptz from number
  on conflict (user_id, key) do nothing
  returning protocol_id as id`

/** The counters as the triggers would compute them, when all items are pending. */
export const countersOf = (items: readonly NewItem[]) => ({
  total: items.length,
  unassigned: items.filter(({ responsibleId }) => !responsibleId).length,
  nextReturnDate: items.flatMap(({ dueDate }) => dueDate ?? []).sort()[0] ?? null,
})
