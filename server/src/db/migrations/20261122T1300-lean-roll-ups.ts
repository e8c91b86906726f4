import { type Kysely, sql } from 'kysely'

/**
 * Roll-ups are read from their indexes alone, and cost a creation less: what new items add is aggregated straight from the
 * statement's rows, and what came back is looked for only where something did.
 */
export async function up(db: Kysely<any>) {
  await sql`
    alter table pair_monthly drop constraint pair_monthly_pkey,
      add primary key (origin_department_id, destination_department_id, month) include (n);
    alter table settled_returns drop constraint settled_returns_pkey,
      add primary key (department_id, day, is_late) include (n);
    alter table open_returns drop constraint open_returns_pkey,
      add primary key (department_id, day, return_date) include (n);

    -- For the whole organisation, where each protocol counts at its origin.
    drop index open_returns_day_idx, protocol_daily_day_idx, protocol_monthly_month_idx;
    create index open_returns_day_idx on open_returns (day) include (return_date, n_origin) where n_origin <> 0;
    create index protocol_daily_day_idx on protocol_daily (day) include (status, n_origin);
    create index protocol_monthly_month_idx on protocol_monthly (month) include (status, n_origin);

    create or replace function derive_from_new_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from new_rows));

      insert into return_totals as t (origin_department_id, destination_department_id, status, n)
      select origin_department_id, destination_department_id, status, count(*)
      from new_rows
      where (return_date is not null or must_return) and not in_cancelled_protocol
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

      if exists (select from new_rows where return_date is not null) then
        insert into open_returns as t (department_id, day, return_date, n, n_origin)
        select side, civil_day(p.created_at), i.return_date, count(*), count(*) filter (where side = p.origin_department_id)
        from new_rows i join protocols p on p.id = i.protocol_id,
          unnest(sides(p.origin_department_id, p.destination_department_id)) side
        where i.status = 'pendente' and i.return_date is not null and not i.in_cancelled_protocol
        group by 1, 2, 3 order by 1, 2, 3
        on conflict (department_id, day, return_date) do update set n = t.n + excluded.n,
          n_origin = t.n_origin + excluded.n_origin;
      end if;

      -- Only where items come into the world as old ones: samples, copies.
      if exists (select from new_rows where actual_return_date is not null) then
        perform count_returns(array(
          select (protocol_id, origin_department_id, destination_department_id, null, return_date, actual_return_date,
            in_cancelled_protocol, 1)::item_change
          from new_rows where actual_return_date is not null
        ));
      end if;

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
  `.execute(db)
}
