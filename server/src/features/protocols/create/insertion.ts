import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { type NoticeOutcome, type NoticeValues, noticeParts } from '../../../domain/notices/notice-of-new.ts'
import { compiledOnce } from '../../../platform/db/statements.ts'

/** Values of the statement that creates a protocol. */
interface Values extends NoticeValues {
  key: string | undefined
  digest: Buffer | undefined
  remarks: string
  origin: number
  requiresReturn: boolean
  redirectedFrom: number | null
  /** JSON. */
  items: string
  total: number
  unassigned: number
  nextReturnDate: CivilDate | null
  action: string
  description: string
}

/** What the statement returns. */
export interface InsertedRow extends NoticeOutcome {
  /** null when nothing was written, because the key was claimed or too many people would have been notified. */
  id: number | null
  itemIds: number[]
}

type Place = (name: keyof Values) => RawBuilder<never>

/**
 * The statement that creates a protocol. One statement, because each database round trip costs as much as the writing
 * itself. Its text does not depend on the number of items, so that it is prepared once.
 *
 * It also writes what is derived from the new rows, for which triggers would have to look up what it knows already: the
 * counters, the copies, the departments that see the protocol, and the ledgers. `malote.recorded_protocol` tells the
 * triggers so (`db/sql/ledgers.sql`); it has the new id while the rows are inserted, and is empty afterwards.
 */
export const insertion = (claims: boolean) => (claims ? claiming : plain)

const statement = (claimed: (place: Place) => RawBuilder<unknown>) =>
  compiledOnce<Values, InsertedRow>((place) => {
    const { audience, writing } = noticeParts(place)
    const at = sql`${place('at')}::timestamptz`
    return sql<InsertedRow>`
      with ${audience}, number as (
        select set_config('malote.recorded_protocol', nextval('protocols_id_seq')::text, true)::int as id
        from allowance where is_allowed
      ), claimed as (
        ${claimed(place)}
      ), protocol as (
        insert into protocols (
          id, remarks, origin_department_id, destination_department_id, requires_return, created_by, created_at,
          total_items, pending_items, unassigned_items, next_return_date, redirected_from
        )
        overriding system value
        select id, ${place('remarks')}::text, ${place('origin')}::int, ${place('destination')}::int,
          ${place('requiresReturn')}::boolean, ${place('by')}::int, ${at}, ${place('total')}::int, ${place('total')}::int,
          ${place('unassigned')}::int, ${place('nextReturnDate')}::date, ${place('redirectedFrom')}::int
        from claimed
        returning *, origin_department_id as origin, destination_department_id as destination
      ), new_items as (
        insert into items (
          protocol_id, position, document_number, description, item_type_id, category_id, supplier_id, responsible_id,
          reason, return_date, due_days, due_in_business_days, due_holidays,
          counted_from, counted_days, counted_in_business_days, counted_until, created_at, updated_at,
          origin_department_id, destination_department_id, must_return, forwarded_from_item_id
        )
        select protocol.id, ordinality, nullif("documentNumber", ''), nullif(description, ''), "itemTypeId", "categoryId",
          "supplierId", "responsibleId", nullif(reason, ''), "dueDate", "dueDays", "dueInBusinessDays", "dueHolidays",
          "countedFrom", "dueDays", "dueInBusinessDays", "countedUntil",
          ${at}, ${at}, origin, destination, requires_return, "forwardedFromItemId"
        from protocol, rows from (json_to_recordset(${place('items')}::json) as (
          "documentNumber" text, description text, "itemTypeId" int, "categoryId" int, "supplierId" int,
          "responsibleId" int, reason text, "dueDate" date, "dueDays" int,
          "dueInBusinessDays" boolean, "dueHolidays" jsonb, "countedFrom" date, "countedUntil" date,
          "forwardedFromItemId" int
        )) with ordinality
        returning id, position, item_type_id, category_id, status, return_date, responsible_id, must_return
      ), first_line as (
        insert into history (
          protocol_id, action, description, created_by, created_at, origin_department_id, destination_department_id
        )
        select id, ${place('action')}::text, ${place('description')}::text, ${place('by')}::int, ${at}, origin, destination
        from protocol
      ), ${writing}, ${derived}
      select (select id from protocol), array(select id from new_items order by position) as item_ids,
        array(select user_id from notified) as notified,
        array(select id from notified) as notifications, coming, before,
        -- Counts the items first, so that all of them have been inserted.
        (select set_config('malote.recorded_protocol', left('', count(*)::int), true) from new_items) as recorded
      from allowance`
  })

/**
 * What the triggers derive from other inserted rows. A new protocol has nothing returned and waits at its destination.
 *
 * The triggers alone would take 0.34 ms of PostgreSQL's processor time instead of 0.20, and the derived rows 8 to 11 % of
 * a creation instead of 4 to 7 % (bar: 10 %, docs/contract.md 16.4).
 */
const derived = sql`
  sides as (
    insert into protocol_departments (
      department_id, created_at, protocol_id, status, other_department_id, is_origin, next_return_date, waits
    )
    select side, created_at, id, status, other, is_origin, next_return_date,
      side = destination and waits_at_destination(status, pending_items)
    from protocol, lateral (values (origin, destination, true), (destination, origin, false)) s (side, other, is_origin)
    where is_origin or side <> other
  ), today as (
    select (created_at at time zone time_zone)::date as day from protocol, settings
  ), protocol_line as (
    insert into protocol_ledger (
      origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete, n
    )
    select origin, destination, day, status, next_return_date, created_by, 0, 1
    from protocol, today
  ), item_lines as (
    insert into item_ledger (
      origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_listed,
      is_unassigned, n
    )
    select origin, destination, day, item_type_id, i.status, return_date, return_date is not null or must_return,
      responsible_id is null, count(*)
    from new_items i, protocol, today
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), category_lines as (
    insert into category_ledger (category_id, n)
    select distinct category_id, 1 from new_items where category_id is not null
  )`

const plain = statement(() => sql`select id from number`)

const claiming = statement(
  (place) => sql`
    insert into idempotency_keys (user_id, key, content_digest, protocol_id, created_at)
    select ${place('by')}::int, ${place('key')}::text, ${place('digest')}::bytea, id, ${place('at')}::timestamptz
    from number
    on conflict (user_id, key) do nothing
    returning protocol_id as id`,
)
