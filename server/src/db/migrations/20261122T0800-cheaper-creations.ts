import { type Kysely, sql } from 'kysely'

/**
 * Derived rows cost a creation less: it may give the counters of its items itself, and they are then only compared; and what
 * new items add to the totals is aggregated straight from the statement's rows.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create or replace function count_items(protocol_ids int[]) returns void language plpgsql as $$
    begin
      -- Locked first and counted by the next statement, which then sees what others have committed meanwhile. No key
      -- update: whoever inserts an item already holds a key share lock, through its foreign key. A row that this
      -- transaction has written is locked or unknown to others already.
      perform from protocols
      where id = any(protocol_ids) and xmin <> pg_current_xact_id()::xid
      order by id for no key update;

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

    -- One function instead of two, so that the statement's rows are kept and read for one trigger. The counters come
    -- first: they lock the protocol, and two who add items to it then queue.
    create or replace function derive_from_new_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from new_rows));

      insert into return_totals as t (origin_department_id, destination_department_id, status, n)
      select origin_department_id, destination_department_id, status, count(*)
      from new_rows
      where (return_date is not null or must_return) and not in_cancelled_protocol
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

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

    drop trigger items_uses_new on items;
    drop function count_uses_of_new_items();
  `.execute(db)
}
