import { type Kysely, sql } from 'kysely'

/**
 * Items that must come back and have no due date yet belong to the returns screen too, after all that have one:
 * somebody must answer for them and somebody must set their date.
 *
 * They carry a copy of their protocol's `requires_return`, which never changes. The indexes keep their shape; what asks
 * for `return_date is not null and not in_cancelled_protocol` still finds them, since that implies the wider condition.
 */
export async function up(db: Kysely<any>) {
  await sql`
    alter table items add must_return boolean not null default false;

    alter table items disable trigger user;
    update items i set must_return = true from protocols p where p.id = i.protocol_id and p.requires_return;
    alter table items enable trigger user;

    create or replace function copy_from_protocol_to_item() returns trigger language plpgsql as $$
    begin
      select origin_department_id, destination_department_id, status = 'Cancelado', requires_return
      into new.origin_department_id, new.destination_department_id, new.in_cancelled_protocol, new.must_return
      from protocols where id = new.protocol_id;
      -- An unknown protocol is the foreign key's to refuse.
      if not found then
        new.origin_department_id := 0; new.destination_department_id := 0;
        new.in_cancelled_protocol := false; new.must_return := false;
      end if;
      return new;
    end $$;

    drop index items_returns_origin_idx, items_returns_destination_idx, items_returns_idx;
    create index items_returns_origin_idx on items (origin_department_id, status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
      include (origin_department_id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_idx on items (status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;

    create or replace view expected.item_copies as
      select i.id, p.origin_department_id, p.destination_department_id, p.status = 'Cancelado' as in_cancelled_protocol,
        p.requires_return as must_return
      from items i join protocols p on p.id = i.protocol_id;

    create or replace view expected.return_totals as
      select p.origin_department_id, p.destination_department_id, i.status, count(*)::int as n
      from items i join protocols p on p.id = i.protocol_id
      where (i.return_date is not null or p.requires_return) and p.status <> 'Cancelado'
      group by 1, 2, 3;

    create or replace function derive_from_new_items() returns trigger language plpgsql as $$
    begin
      perform count_items(array(select distinct protocol_id from new_rows));
      perform add_to_return_totals(array(
        select (origin_department_id, destination_department_id, status, count(*))::return_delta
        from new_rows
        where (return_date is not null or must_return) and not in_cancelled_protocol
        group by origin_department_id, destination_department_id, status
      ));
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
      return null;
    end $$;

    delete from return_totals;
    insert into return_totals select * from expected.return_totals;
  `.execute(db)
}
