import { type Kysely, sql } from 'kysely'

/**
 * Totals of protocols and items, so that no page counts a large table. Triggers append each change to a ledger
 * (sql/ledgers.sql). The tables of the schema `folded` hold the sums of earlier changes; a figure is the sum of both
 * (sql/figures.sql). Only triggers and the fold write here, so that foreign keys are unnecessary.
 *
 * The total of the organisation is the sum of `n_origin` over all departments, because each protocol has one origin.
 */
export async function up(db: Kysely<any>) {
  await sql`
    -- Every reader scans all rows that are not folded yet, so that indexes would not help. All rows are deleted every
    -- few seconds: the fold also vacuums (db/folding.ts), and autovacuum truncates the tables.

    create table protocol_ledger (
      origin_department_id int not null,
      destination_department_id int not null,
      -- Civil day of the protocol's creation.
      day date not null,
      status text not null,
      -- Earliest due date of the open items; null if there is none.
      next_return_date date,
      created_by int not null,
      -- These two are summed. Seconds from creation to completion: 0 while not completed, negative where n is.
      seconds_to_complete bigint not null,
      n int not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    create table item_ledger (
      origin_department_id int not null,
      destination_department_id int not null,
      -- Civil day of the protocol's creation.
      day date not null,
      item_type_id int not null,
      status text not null,
      return_date date,
      -- null while not returned
      is_late boolean,
      -- Whether the returns screen lists it, as in items_returns_idx.
      is_listed boolean not null,
      n int not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    -- Protocols with at least one item of the category. Cannot be summed from items.
    create table category_ledger (
      category_id int not null,
      n int not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    -- A category of a protocol's item before (sign -1) or after (sign 1) a change.
    create type category_change as (category_id int, protocol_id int, sign int);

    create schema folded;

    -- Number of protocols in lists of one sender, or between two departments.
    create table folded.protocol_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status) include (n)
    ) with (fillfactor = 50);
    -- Number of protocols sent to a department. Includes the status: otherwise PostgreSQL skip-scans the primary key,
    -- sender by sender, once many pairs of departments have exchanged protocols.
    create index protocol_totals_destination_department_id_idx
      on folded.protocol_totals (destination_department_id, status) include (n);

    -- Lists and cards of one department: n counts the protocols on either side, n_origin those that it sent.
    create table folded.department_totals (
      department_id int not null,
      status text not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, status)
    ) with (fillfactor = 50);

    -- Dashboard and reports, by civil day of creation. Seconds from creation to completion are summed over completed
    -- protocols and are 0 in the other rows: the sum divided by n is the average time.
    create table folded.protocol_daily (
      department_id int not null,
      day date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, day, status)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index protocol_daily_day_idx on folded.protocol_daily (day) include (status, n_origin);
    -- For the fold, which deletes rows that count nothing any more; the same in the tables below.
    create index protocol_daily_empty_idx on folded.protocol_daily (day) where n = 0;

    -- The same by month; month is its first day. A long period is its whole months plus the days of the incomplete
    -- ones.
    create table folded.protocol_monthly (
      department_id int not null,
      month date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, month, status)
    ) with (fillfactor = 70);
    create index protocol_monthly_month_idx on folded.protocol_monthly (month) include (status, n_origin);

    -- Report of the flow between departments: what a department sent and received per month.
    create table folded.pair_monthly (
      origin_department_id int not null,
      destination_department_id int not null,
      month date not null,
      n int not null,
      primary key (origin_department_id, month, destination_department_id) include (n)
    ) with (fillfactor = 70);
    create index pair_monthly_destination_department_id_idx
      on folded.pair_monthly (destination_department_id, month, origin_department_id) include (n);

    -- The returns screen: items as in items_returns_idx. A department's total is the sum over the pairs with the
    -- department on either side.
    create table folded.return_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status) include (n)
    ) with (fillfactor = 50);
    create index return_totals_destination_department_id_idx on folded.return_totals (destination_department_id, status) include (origin_department_id, n);

    -- Report of returns: returned items, on time or late, by civil day of their protocol's creation.
    create table folded.settled_returns (
      department_id int not null,
      day date not null,
      is_late boolean not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, is_late) include (n)
    ) with (fillfactor = 70);
    -- The same for the whole organisation, where each protocol counts at its origin.
    create index settled_returns_day_idx on folded.settled_returns (day) include (is_late, n_origin);
    create index settled_returns_empty_idx on folded.settled_returns (day) where n = 0;

    -- Report of returns: open items with a due date, by that date and the civil day of their protocol's creation.
    create table folded.open_returns (
      department_id int not null,
      day date not null,
      return_date date not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, return_date) include (n)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index open_returns_day_idx on folded.open_returns (day) include (return_date, n_origin) where n_origin <> 0;
    create index open_returns_empty_idx on folded.open_returns (day) where n = 0;

    -- The same two by month, for long periods; month is its first day.
    create table folded.open_returns_monthly (
      department_id int not null,
      month date not null,
      return_date date not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, month, return_date) include (n)
    ) with (fillfactor = 70);
    create index open_returns_monthly_month_idx on folded.open_returns_monthly (month)
      include (return_date, n_origin) where n_origin <> 0;
    create index open_returns_monthly_empty_idx on folded.open_returns_monthly (month) where n = 0;

    create table folded.settled_returns_monthly (
      department_id int not null,
      month date not null,
      is_late boolean not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, month, is_late) include (n)
    ) with (fillfactor = 70);
    create index settled_returns_monthly_month_idx on folded.settled_returns_monthly (month) include (is_late, n_origin);

    -- Returns between due dates: open items by due date. n counts those with the department on either side, n_origin
    -- those to be returned to it, n_destination those that it must return.
    create table folded.due_returns (
      department_id int not null,
      return_date date not null,
      n int not null,
      n_origin int not null,
      n_destination int not null,
      primary key (department_id, return_date) include (n, n_origin, n_destination)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index due_returns_return_date_idx on folded.due_returns (return_date) include (n_origin);
    create index due_returns_empty_idx on folded.due_returns (return_date) where n = 0;

    -- Summary above the list: the number of late protocols, by the earliest due date of their open items.
    create table folded.due_protocols (
      department_id int not null,
      next_return_date date not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, next_return_date) include (n)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index due_protocols_next_return_date_idx on folded.due_protocols (next_return_date) include (n_origin);
    create index due_protocols_empty_idx on folded.due_protocols (next_return_date) where n = 0;

    -- Settings: the number of items of a type, and of protocols with an item of a category. Suppliers need no totals:
    -- there are many, and items_supplier_id_idx counts the ten of a page.
    create table folded.item_type_totals (
      item_type_id int primary key,
      n int not null
    ) with (fillfactor = 50);

    create table folded.category_totals (
      category_id int primary key,
      n int not null
    ) with (fillfactor = 50);

    -- The list of users: the number of protocols that each has created. Users without protocols have no row.
    create table folded.creator_totals (
      user_id int primary key,
      n int not null
    ) with (fillfactor = 50);
  `.execute(db)
}
