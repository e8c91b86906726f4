import { type Kysely, sql } from 'kysely'

/**
 * The report of a year reads months and days instead of protocols and items: what each pair of departments exchanged by
 * month, and what is still out by the day of creation and the due date.
 *
 * What came back is counted by statement from here on, in the order of the rows' keys: row by row, two people who returned
 * several items at once could wait for each other.
 */
export async function up(db: Kysely<any>) {
  await sql`
    -- month is its first day. Read for one pair at a time, hence one index for both directions.
    create table pair_monthly (
      origin_department_id int not null,
      destination_department_id int not null,
      month date not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, month)
    ) with (fillfactor = 70);

    create view expected.pair_monthly as
      select origin_department_id, destination_department_id, date_trunc('month', civil_day(created_at))::date as month,
        count(*)::int as n
      from protocols
      group by 1, 2, 3;

    -- Items that are out and have a due date. day is that of their protocol's creation.
    create table open_returns (
      department_id int not null,
      day date not null,
      return_date date not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, return_date)
    ) with (fillfactor = 70);
    create index open_returns_day_idx on open_returns (day);

    create view expected.open_returns as
      select side as department_id, civil_day(p.created_at) as day, i.return_date, count(*)::int as n,
        (count(*) filter (where side = p.origin_department_id))::int as n_origin
      from items i join protocols p on p.id = i.protocol_id,
        unnest(sides(p.origin_department_id, p.destination_department_id)) side
      where i.status = 'pendente' and i.return_date is not null and p.status <> 'Cancelado'
      group by 1, 2, 3;

    create or replace function derive_from_new_protocol() returns trigger language plpgsql as $$
    begin
      insert into protocol_departments (department_id, created_at, protocol_id, status)
      select side, new.created_at, new.id, new.status
      from unnest(sides(new.origin_department_id, new.destination_department_id)) side;
      perform count_protocol(new, 1);
      insert into pair_monthly as t (origin_department_id, destination_department_id, month, n)
      values (new.origin_department_id, new.destination_department_id,
        date_trunc('month', civil_day(new.created_at))::date, 1)
      on conflict (origin_department_id, destination_department_id, month) do update set n = t.n + excluded.n;
      return null;
    end $$;

    drop trigger items_settle_return on items;
    drop trigger items_settle_return_new on items;
    drop function settle_return();

    -- An item before (sign -1) or after (sign 1) a change.
    create type item_change as (
      protocol_id int, origin_department_id int, destination_department_id int, status text, return_date date,
      actual_return_date timestamptz, in_cancelled_protocol boolean, sign int
    );

    -- What is out comes first: whoever cancels a protocol takes that back before what had come back.
    create function count_returns(changes item_change[]) returns void language plpgsql as $$
    begin
      if cardinality(changes) = 0 then return; end if;

      insert into open_returns as t (department_id, day, return_date, n, n_origin)
      select side, civil_day(p.created_at), c.return_date, sum(sign), sum(sign * (side = p.origin_department_id)::int)
      from unnest(changes) c join protocols p on p.id = c.protocol_id,
        unnest(sides(p.origin_department_id, p.destination_department_id)) side
      where c.status = 'pendente' and c.return_date is not null and not c.in_cancelled_protocol
      group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
      on conflict (department_id, day, return_date) do update set n = t.n + excluded.n,
        n_origin = t.n_origin + excluded.n_origin;

      insert into settled_returns as t (department_id, day, is_late, n, n_origin)
      select side, civil_day(p.created_at), civil_day(c.actual_return_date) > c.return_date, sum(sign),
        sum(sign * (side = p.origin_department_id)::int)
      from unnest(changes) c join protocols p on p.id = c.protocol_id,
        unnest(sides(p.origin_department_id, p.destination_department_id)) side
      where c.actual_return_date is not null and not c.in_cancelled_protocol
      group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
      on conflict (department_id, day, is_late) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin;
    end $$;

    create or replace function derive_from_new_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from new_rows));

      insert into return_totals as t (origin_department_id, destination_department_id, status, n)
      select origin_department_id, destination_department_id, status, count(*)
      from new_rows
      where (return_date is not null or must_return) and not in_cancelled_protocol
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

      perform count_returns(array(
        select (protocol_id, origin_department_id, destination_department_id, status, return_date, actual_return_date,
          in_cancelled_protocol, 1)::item_change
        from new_rows where return_date is not null
      ));

      insert into item_type_totals as t (item_type_id, origin_department_id, n)
      select item_type_id, origin_department_id, count(*)
      from new_rows
      group by 1, 2 order by 1, 2
      on conflict (item_type_id, origin_department_id) do update set n = t.n + excluded.n;

      -- A protocol counts once, with its first items of the category: all that it has of it are these.
      insert into category_totals as t (category_id, origin_department_id, n)
      select category_id, origin_department_id, count(*)
      from (
        select category_id, origin_department_id, protocol_id, count(*) as added
        from new_rows
        where category_id is not null
        group by 1, 2, 3
      ) changed
      where added = (
        select count(*) from items i where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
      )
      group by 1, 2 order by 1, 2
      on conflict (category_id, origin_department_id) do update set n = t.n + excluded.n;
      return null;
    end $$;

    create or replace function derive_from_changed_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(
        select distinct n.protocol_id from old_rows o join new_rows n using (id)
        where (o.status, o.return_date, o.responsible_id, o.item_type_id, o.category_id)
          is distinct from (n.status, n.return_date, n.responsible_id, n.item_type_id, n.category_id)
      ));
      perform add_to_return_totals(array(
        select (origin_department_id, destination_department_id, status, sum(sign))::return_delta
        from (
          select *, -1 as sign from old_rows union all select *, 1 from new_rows
        ) changes
        where (return_date is not null or must_return) and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
        having sum(sign) <> 0
      ));
      perform count_returns(array(
        select change
        from old_rows o join new_rows n using (id), lateral (values
          ((o.protocol_id, o.origin_department_id, o.destination_department_id, o.status, o.return_date,
            o.actual_return_date, o.in_cancelled_protocol, -1)::item_change),
          ((n.protocol_id, n.origin_department_id, n.destination_department_id, n.status, n.return_date,
            n.actual_return_date, n.in_cancelled_protocol, 1)::item_change)
        ) changes (change)
        where (o.status, o.return_date, o.actual_return_date, o.in_cancelled_protocol)
          is distinct from (n.status, n.return_date, n.actual_return_date, n.in_cancelled_protocol)
          and (change).return_date is not null
      ));
      return null;
    end $$;

    create or replace function derive_from_removed_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from old_rows));
      perform add_to_return_totals(array(
        select (origin_department_id, destination_department_id, status, -count(*))::return_delta
        from old_rows
        where (return_date is not null or must_return) and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
      ));
      perform count_returns(array(
        select (protocol_id, origin_department_id, destination_department_id, status, return_date, actual_return_date,
          in_cancelled_protocol, -1)::item_change
        from old_rows where return_date is not null
      ));
      return null;
    end $$;

    create function rebuild_report_roll_ups() returns void language plpgsql as $$
    begin
      delete from pair_monthly;
      insert into pair_monthly select * from expected.pair_monthly;
      delete from open_returns;
      insert into open_returns select * from expected.open_returns order by 1, 2, 3;
    end $$;

    create or replace function rebuild_derived() returns void language plpgsql as $$
    begin
      -- Writers wait: what is read here stays true until the end of the transaction. Readers go on.
      lock table protocols, items in share row exclusive mode;

      update items i set in_cancelled_protocol = c.in_cancelled_protocol, must_return = c.must_return
      from expected.item_copies c
      where c.id = i.id and (c.in_cancelled_protocol, c.must_return) <> (i.in_cancelled_protocol, i.must_return);

      perform count_items(array(select id from protocols));

      delete from protocol_departments;
      insert into protocol_departments select * from expected.protocol_departments order by 1, 2, 3;
      delete from protocol_totals;
      insert into protocol_totals select * from expected.protocol_totals;
      delete from department_totals;
      insert into department_totals select * from expected.department_totals;
      delete from protocol_daily;
      insert into protocol_daily select * from expected.protocol_daily;
      delete from protocol_monthly;
      insert into protocol_monthly select * from expected.protocol_monthly;
      delete from return_totals;
      insert into return_totals select * from expected.return_totals;
      delete from item_type_totals;
      insert into item_type_totals select * from expected.item_type_totals;
      delete from category_totals;
      insert into category_totals select * from expected.category_totals;
      perform rebuild_settled_returns();
      perform rebuild_report_roll_ups();
    end $$;

    select rebuild_report_roll_ups();
  `.execute(db)
}
