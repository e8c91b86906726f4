import { type Kysely, sql } from 'kysely'

/**
 * What the report of returns needs: how many items came back on time and how many late, by the day on which their protocol
 * was created. Written when something comes back, never by a creation. What is still out is counted from the open items.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create table settled_returns (
      department_id int not null,
      day date not null,
      is_late boolean not null,
      n int not null,
      n_origin int not null,
      primary key (department_id, day, is_late)
    ) with (fillfactor = 70);
    create index settled_returns_day_idx on settled_returns (day) include (is_late, n_origin);

    create view expected.settled_returns as
      select side as department_id, civil_day(p.created_at) as day,
        civil_day(i.actual_return_date) > i.return_date as is_late, count(*)::int as n,
        (count(*) filter (where side = p.origin_department_id))::int as n_origin
      from items i join protocols p on p.id = i.protocol_id,
        unnest(sides(p.origin_department_id, p.destination_department_id)) side
      where i.actual_return_date is not null and p.status <> 'Cancelado'
      group by 1, 2, 3;

    create function settle_return() returns trigger language plpgsql as $$
    declare
      -- Cancelling a protocol takes away what had come back before.
      step int := case when new.actual_return_date is not null and not new.in_cancelled_protocol then 1 else -1 end;
      fact items := case when step = 1 then new else old end;
    begin
      insert into settled_returns as t (department_id, day, is_late, n, n_origin)
      select side, (select civil_day(created_at) from protocols where id = fact.protocol_id),
        civil_day(fact.actual_return_date) > fact.return_date, step,
        step * (side = fact.origin_department_id)::int
      from unnest(sides(fact.origin_department_id, fact.destination_department_id)) side
      on conflict (department_id, day, is_late) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin;
      return null;
    end $$;

    create trigger items_settle_return after update of actual_return_date, in_cancelled_protocol on items for each row
    when (
      (new.actual_return_date is not null and not new.in_cancelled_protocol)
      <> (old.actual_return_date is not null and not old.in_cancelled_protocol)
    )
    execute function settle_return();

    create trigger items_settle_return_new after insert on items for each row
    when (new.actual_return_date is not null and not new.in_cancelled_protocol)
    execute function settle_return();

    create function rebuild_settled_returns() returns void language plpgsql as $$
    begin
      delete from settled_returns;
      insert into settled_returns select * from expected.settled_returns;
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
    end $$;

    -- Joins what rebuild_derived() rebuilds, whatever the migrations before made of it.
    do $$
    begin
      execute replace(
        pg_get_functiondef('rebuild_derived()'::regprocedure),
        'delete from item_type_totals;',
        'perform rebuild_settled_returns(); delete from item_type_totals;'
      );
    end $$;

    -- For the report of a period, which asks for the open items by their day of creation: no visit to the table.
    drop index items_returns_origin_idx, items_returns_destination_idx, items_returns_idx;
    create index items_returns_origin_idx on items (origin_department_id, status, return_date, id) include (created_at)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
      include (origin_department_id, created_at)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_idx on items (status, return_date, id) include (created_at)
      where (return_date is not null or must_return) and not in_cancelled_protocol;

    -- Protocols that stay inside one department have one row in the daily counts and not two; there are few.
    create index protocols_internal_idx on protocols (created_at) where origin_department_id = destination_department_id;

    select rebuild_settled_returns();
  `.execute(db)
}
