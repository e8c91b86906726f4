import { type Kysely, sql } from 'kysely'

/**
 * The path of custody. Append-only: not even a bug or a hurried hand in psql changes or removes a line. (A restore
 * into an empty database inserts; it runs with `session_replication_role = replica` so that copies stay as they were.)
 */
export async function up(db: Kysely<any>) {
  await sql`
    create table history (
      id bigint generated always as identity primary key,
      protocol_id int not null references protocols,
      -- Not a foreign key: an item that is removed while its protocol is edited leaves its lines behind.
      item_id int,
      action text not null check (btrim(action) <> ''),
      description text not null default '',
      -- null: the system itself.
      created_by int references users,
      created_at timestamptz not null default now(),
      -- Copies from the protocol, written by the trigger: "recent activities" of a quiet department would otherwise
      -- read everybody's history backwards until it finds ten lines of its own.
      origin_department_id int not null default 0,
      destination_department_id int not null default 0
    ) with (autovacuum_vacuum_insert_scale_factor = 0.02);

    create index history_protocol_id_idx on history (protocol_id, id);
    create index history_item_id_idx on history (item_id, id) where item_id is not null;
    create index history_created_by_idx on history (created_by) where created_by is not null;
    create index history_origin_department_id_idx on history (origin_department_id, id);
    create index history_destination_department_id_idx on history (destination_department_id, id);

    create function copy_from_protocol_to_history() returns trigger language plpgsql as $$
    begin
      select origin_department_id, destination_department_id
      into new.origin_department_id, new.destination_department_id
      from protocols where id = new.protocol_id;
      if not found then new.origin_department_id := 0; new.destination_department_id := 0; end if;
      return new;
    end $$;

    create trigger history_copies_its_departments before insert on history for each row
    execute function copy_from_protocol_to_history();

    create trigger history_is_append_only before update or delete or truncate on history for each statement
    execute function refuse_change();
  `.execute(db)
}
