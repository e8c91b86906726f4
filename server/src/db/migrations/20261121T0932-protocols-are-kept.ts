import { type Kysely, sql } from 'kysely'

/** Custody cannot be rewritten: who sent what to whom, and when, stays; what is closed stays closed; nothing is deleted. */
export async function up(db: Kysely<any>) {
  // Column lists, because PostgreSQL would prepare the conditions for every update of a counter.
  await sql`
    create function refuse_change() returns trigger language plpgsql
    as $$ begin raise exception '%: % refused', tg_table_name, tg_name using errcode = 'restrict_violation'; end $$;

    create trigger protocols_keep_their_origin 
    before update of id, origin_department_id, destination_department_id, created_by, created_at on protocols for each row
    when (
      (new.id, new.origin_department_id, new.destination_department_id, new.created_by, new.created_at)
      is distinct from
      (old.id, old.origin_department_id, old.destination_department_id, old.created_by, old.created_at)
    )
    execute function refuse_change();

    create trigger protocols_stay_closed before update of status, completed_at, cancelled_at on protocols for each row
    when (
      old.status in ('Concluído', 'Cancelado')
      and (new.status, new.completed_at, new.cancelled_at) is distinct from (old.status, old.completed_at, old.cancelled_at)
    )
    execute function refuse_change();

    create trigger protocols_go_forward before update of status on protocols for each row
    when (old.status = 'Em andamento' and new.status = 'Pendente')
    execute function refuse_change();

    create trigger protocols_are_kept before delete or truncate on protocols for each statement
    execute function refuse_change();
  `.execute(db)
}
