import { type Kysely, sql } from 'kysely'

/** Items → the counters of their protocol, return_totals. */
export async function up(db: Kysely<any>) {
  await sql`
    create type return_delta as (origin_department_id int, destination_department_id int, status text, n int);

    create function add_to_return_totals(deltas return_delta[]) returns void language plpgsql as $$
    begin
      if cardinality(deltas) = 0 then return; end if;
      insert into return_totals as t (origin_department_id, destination_department_id, status, n)
      select origin_department_id, destination_department_id, status, n
      from unnest(deltas)
      order by 1, 2, 3
      on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;
    end $$;

    create function count_items(protocol_ids int[]) returns void language plpgsql as $$
    begin
      -- Locked first and counted by the next statement, which then sees what others have committed meanwhile. No key
      -- update: whoever inserts an item already holds a key share lock, through its foreign key.
      perform from protocols where id = any(protocol_ids) order by id for no key update;

      update protocols p set
        total_items = c.total, pending_items = c.pending, returned_items = c.returned, completed_items = c.completed,
        cancelled_items = c.cancelled, unassigned_items = c.unassigned, next_return_date = c.next
      from (
        select affected.id,
          count(i.id) as total,
          count(*) filter (where status = 'pendente') as pending,
          count(*) filter (where status = 'retornado') as returned,
          count(*) filter (where status = 'concluído') as completed,
          count(*) filter (where status = 'cancelado') as cancelled,
          count(*) filter (where status = 'pendente' and responsible_id is null) as unassigned,
          min(return_date) filter (where status = 'pendente') as next
        from unnest(protocol_ids) affected (id) left join items i on i.protocol_id = affected.id
        group by affected.id
      ) c
      where p.id = c.id and (
        p.total_items, p.pending_items, p.returned_items, p.completed_items, p.cancelled_items,
        p.unassigned_items, p.next_return_date
      ) is distinct from (c.total, c.pending, c.returned, c.completed, c.cancelled, c.unassigned, c.next);
    end $$;

    create function derive_from_new_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from new_rows));
      perform add_to_return_totals(array(
        select (origin_department_id, destination_department_id, status, count(*))::return_delta
        from new_rows
        where return_date is not null and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
      ));
      return null;
    end $$;

    create function derive_from_changed_items() returns trigger language plpgsql as $$
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
        where return_date is not null and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
        having sum(sign) <> 0
      ));
      return null;
    end $$;

    create function derive_from_removed_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from old_rows));
      perform add_to_return_totals(array(
        select (origin_department_id, destination_department_id, status, -count(*))::return_delta
        from old_rows
        where return_date is not null and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
      ));
      return null;
    end $$;

    create trigger items_derive_new after insert on items
    referencing new table as new_rows
    for each statement execute function derive_from_new_items();

    create trigger items_derive_changed after update on items
    referencing old table as old_rows new table as new_rows
    for each statement execute function derive_from_changed_items();

    create trigger items_derive_removed after delete on items
    referencing old table as old_rows
    for each statement execute function derive_from_removed_items();
  `.execute(db)
}
