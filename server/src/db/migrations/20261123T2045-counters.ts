import { type Kysely, sql } from 'kysely'

/**
 * Totals of protocols and items, kept ready so that no page counts a large table. Triggers write them in the transaction of
 * the fact (sql/counters.sql), hence no foreign keys.
 *
 * No table has a row that everybody updates: the whole organisation is the sum of `n_origin` over the departments, since
 * each protocol has one origin. No `check (n >= 0)`: `insert … on conflict` would test it on the difference that it adds.
 * Fill factors, because the same few rows change all day.
 */
export async function up(db: Kysely<any>) {
  await sql`
    -- Lists of one sender, or between two departments: how many protocols?
    create table protocol_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status)
    ) with (fillfactor = 50);
    -- How many were sent to this department? With the status, or PostgreSQL skips through the primary key, sender by
    -- sender, once enough pairs of departments have exchanged something.
    create index protocol_totals_destination_department_id_idx
      on protocol_totals (destination_department_id, status);

    -- Lists and cards of one department: n counts the protocols with it on either side, n_origin those that it sent.
    create table department_totals (
      department_id int not null,
      status text not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, status)
    ) with (fillfactor = 50);

    -- Dashboard and reports, by the civil day on which the protocols were created. Seconds from creation to completion
    -- are summed over the completed ones and are 0 in the other rows: the sum divided by n is the average time.
    create table protocol_daily (
      department_id int not null,
      day date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, day, status)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index protocol_daily_day_idx on protocol_daily (day) include (status, n_origin);

    -- The same by month, of which month is the first day. A long period is its whole months plus the days of the broken
    -- ones.
    create table protocol_monthly (
      department_id int not null,
      month date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, month, status)
    ) with (fillfactor = 70);
    create index protocol_monthly_month_idx on protocol_monthly (month) include (status, n_origin);

    -- Report of the flow between departments. Read for one pair at a time, hence one index for both directions.
    create table pair_monthly (
      origin_department_id int not null,
      destination_department_id int not null,
      month date not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, month) include (n)
    ) with (fillfactor = 70);

    -- The returns screen: items as items_returns_idx lists them. The total of a department is the sum over the pairs that
    -- have it on either side.
    create table return_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status)
    ) with (fillfactor = 50);
    create index return_totals_destination_department_id_idx on return_totals (destination_department_id, status);

    -- Report of returns: items that came back, on time or late, by the day on which their protocol was created.
    create table settled_returns (
      department_id int not null,
      day date not null,
      is_late boolean not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, is_late) include (n)
    ) with (fillfactor = 70);
    -- The same for the whole organisation, where each protocol counts at its origin.
    create index settled_returns_day_idx on settled_returns (day) include (is_late, n_origin);

    -- Report of returns: items that are out and have a due date, by that date and the day of their protocol's creation.
    create table open_returns (
      department_id int not null,
      day date not null,
      return_date date not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, return_date) include (n)
    ) with (fillfactor = 70);
    -- The same for the whole organisation.
    create index open_returns_day_idx on open_returns (day) include (return_date, n_origin) where n_origin <> 0;

    -- Settings: how many items are of this type, and how many protocols have an item of this category? By sender, because
    -- a few types and categories are in every creation, which would otherwise all wait for one row. Suppliers need no
    -- totals: there are many, and items_supplier_id_idx counts the ten of a page.
    create table item_type_totals (
      item_type_id int not null,
      origin_department_id int not null,
      n int not null,
      primary key (item_type_id, origin_department_id)
    ) with (fillfactor = 50);

    create table category_totals (
      category_id int not null,
      origin_department_id int not null,
      n int not null,
      primary key (category_id, origin_department_id)
    ) with (fillfactor = 50);

    -- The list of people: how many protocols has each created? People who have created none have no row.
    create table creator_totals (
      user_id int primary key,
      n int not null
    ) with (fillfactor = 50);

    -- What the triggers hand to the functions that count.
    create type return_delta as (origin_department_id int, destination_department_id int, status text, n int);

    -- An item before (sign -1) or after (sign 1) a change.
    create type item_change as (
      protocol_id int, origin_department_id int, destination_department_id int, status text, return_date date,
      actual_return_date timestamptz, in_cancelled_protocol boolean, sign int
    );

    -- An item's type and category before (sign -1) or after (sign 1) a change.
    create type item_use as (protocol_id int, origin_department_id int, item_type_id int, category_id int, sign int);
  `.execute(db)
}
