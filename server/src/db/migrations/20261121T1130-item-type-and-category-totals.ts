import { type Kysely, sql } from 'kysely'

/**
 * Items → item_type_totals, category_totals: what the settings screens show beside each name, on every lookup.
 *
 * One row per department that sends, because a few types and categories are in every creation: a row for all of them
 * would make everybody wait for everybody. Suppliers need no totals: there are many, and a page counts ten of them in
 * items_supplier_id_idx.
 */
export async function up(db: Kysely<any>) {
  await sql`
    -- Items of each type.
    create table item_type_totals (
      item_type_id int not null,
      origin_department_id int not null,
      n int not null,
      primary key (item_type_id, origin_department_id)
    ) with (fillfactor = 50);

    -- Protocols with at least one item of the category.
    create table category_totals (
      category_id int not null,
      origin_department_id int not null,
      n int not null,
      primary key (category_id, origin_department_id)
    ) with (fillfactor = 50);

    create view expected.item_type_totals as
      select item_type_id, origin_department_id, count(*)::int as n
      from items group by 1, 2;

    create view expected.category_totals as
      select category_id, origin_department_id, count(distinct protocol_id)::int as n
      from items where category_id is not null group by 1, 2;

    create type item_use as (
      protocol_id int,
      origin_department_id int,
      item_type_id int,
      category_id int,
      sign int
    );

    create function add_to_item_uses(uses item_use[]) returns void language plpgsql as $$
    begin
      if cardinality(uses) = 0 then return; end if;
      insert into item_type_totals as t (item_type_id, origin_department_id, n)
      select item_type_id, origin_department_id, sum(sign)
      from unnest(uses)
      group by 1, 2 having sum(sign) <> 0 order by 1, 2
      on conflict (item_type_id, origin_department_id) do update set n = t.n + excluded.n;

      -- A protocol counts once: from its first item of the category to its last.
      insert into category_totals as t (category_id, origin_department_id, n)
      select category_id, origin_department_id, sum((now.n > 0)::int - (now.n - change > 0)::int) as difference
      from (
        select category_id, origin_department_id, protocol_id, sum(sign) as change
        from unnest(uses)
        where category_id is not null
        group by 1, 2, 3 having sum(sign) <> 0
      ) changed, lateral (
        select count(*) as n from items i
        where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
      ) now
      group by 1, 2 having sum((now.n > 0)::int - (now.n - change > 0)::int) <> 0 order by 1, 2
      on conflict (category_id, origin_department_id) do update set n = t.n + excluded.n;
    end $$;

    create function count_uses_of_new_items() returns trigger language plpgsql as $$
    begin
      perform add_to_item_uses(array(
        select (protocol_id, origin_department_id, item_type_id, category_id, 1)::item_use from new_rows
      ));
      return null;
    end $$;

    create function count_uses_of_changed_items() returns trigger language plpgsql as $$
    begin
      perform add_to_item_uses(array(
        select (n.protocol_id, n.origin_department_id, used.item_type_id, used.category_id, used.sign)::item_use
        from old_rows o join new_rows n using (id), lateral (
          values (o.item_type_id, o.category_id, -1), (n.item_type_id, n.category_id, 1)
        ) used (item_type_id, category_id, sign)
        where (o.item_type_id, o.category_id) is distinct from (n.item_type_id, n.category_id)
      ));
      return null;
    end $$;

    create function count_uses_of_removed_items() returns trigger language plpgsql as $$
    begin
      perform add_to_item_uses(array(
        select (protocol_id, origin_department_id, item_type_id, category_id, -1)::item_use from old_rows
      ));
      return null;
    end $$;

    -- After items_derive_…: PostgreSQL fires triggers by name, and those lock the protocols first. Two who change items
    -- of one protocol queue there; the second then counts what the first has committed.
    create trigger items_uses_new after insert on items
    referencing new table as new_rows
    for each statement execute function count_uses_of_new_items();

    create trigger items_uses_changed after update on items
    referencing old table as old_rows new table as new_rows
    for each statement execute function count_uses_of_changed_items();

    create trigger items_uses_removed after delete on items
    referencing old table as old_rows
    for each statement execute function count_uses_of_removed_items();
  `.execute(db)
}
