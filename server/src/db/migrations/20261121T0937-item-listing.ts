import { type Kysely, sql } from 'kysely'

/**
 * The returns screen, the upcoming returns and the daily reminders ask for items of protocols that are not cancelled,
 * with a due date, of one status, in due date order, that come from or went to one department.
 *
 * The departments of a protocol never change, so each item carries a copy: the list of a department is the merge of
 * two index-only scans, which costs two integers per item instead of a table with two more rows per item. PostgreSQL
 * merges only when each half (`origin = $1`; `destination = $1 and origin <> $1`) has its own
 * `order by return_date, id limit offset + page`; a plain `union all` reads and sorts all that is open.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create index items_returns_origin_idx on items (origin_department_id, status, return_date, id)
      where return_date is not null and not in_cancelled_protocol;
    create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
      include (origin_department_id)
      where return_date is not null and not in_cancelled_protocol;
    create index items_returns_idx on items (status, return_date, id)
      where return_date is not null and not in_cancelled_protocol;

    create function copy_from_protocol_to_item() returns trigger language plpgsql as $$
    begin
      select origin_department_id, destination_department_id, status = 'Cancelado'
      into new.origin_department_id, new.destination_department_id, new.in_cancelled_protocol
      from protocols where id = new.protocol_id;
      -- An unknown protocol is the foreign key's to refuse.
      if not found then new.origin_department_id := 0; new.destination_department_id := 0; new.in_cancelled_protocol := false; end if;
      return new;
    end $$;

    create trigger items_copy_their_departments before insert on items for each row
    execute function copy_from_protocol_to_item();

    create trigger items_keep_their_protocol
    before update of id, protocol_id, origin_department_id, destination_department_id, created_at on items for each row
    when (
      (new.id, new.protocol_id, new.origin_department_id, new.destination_department_id, new.created_at)
      is distinct from
      (old.id, old.protocol_id, old.origin_department_id, old.destination_department_id, old.created_at)
    )
    execute function refuse_change();

    create trigger items_stay_settled before update of status on items for each row
    when (
      (old.status in ('concluído', 'cancelado') and new.status <> old.status)
      or (old.status = 'retornado' and new.status in ('pendente', 'cancelado'))
    )
    execute function refuse_change();

    create trigger items_are_not_truncated before truncate on items for each statement execute function refuse_change();
  `.execute(db)
}
