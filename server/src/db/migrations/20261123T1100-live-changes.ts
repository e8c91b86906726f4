import { type Kysely, sql } from 'kysely'

/**
 * What open event streams are told at once and no table keeps a log of: registers, a person's own profile, notifications
 * that were read. All of it is rare: PostgreSQL commits transactions with a `notify` one after the other, which is why
 * protocols, their history and new notifications have no such trigger.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create function tell_registers_changed() returns trigger language plpgsql
    as $$ begin perform pg_notify('live_changed', 'registers'); return null; end $$;

    create trigger departments_live_changed after insert or update or delete on departments
    for each statement execute function tell_registers_changed();
    create trigger categories_live_changed after insert or update or delete on categories
    for each statement execute function tell_registers_changed();
    create trigger item_types_live_changed after insert or update or delete on item_types
    for each statement execute function tell_registers_changed();
    create trigger suppliers_live_changed after insert or update or delete on suppliers
    for each statement execute function tell_registers_changed();
    create trigger holidays_live_changed after insert or update or delete on holidays
    for each statement execute function tell_registers_changed();
    create trigger users_live_changed
    after insert or delete or update of name, email, phone, role, department_id, is_active, first_access on users
    for each statement execute function tell_registers_changed();

    create function tell_person_changed() returns trigger language plpgsql
    as $$ begin perform pg_notify('live_changed', 'me ' || new.id); return null; end $$;

    -- A new password or a new moment of the last change is nothing that a screen shows.
    create trigger users_own_live_changed after update on users for each row
    when (
      to_jsonb(old) - 'password_hash' - 'updated_at' - 'search_text'
      is distinct from to_jsonb(new) - 'password_hash' - 'updated_at' - 'search_text'
    )
    execute function tell_person_changed();

    create function tell_inbox_read() returns trigger language plpgsql
    as $$ begin perform pg_notify('live_changed', 'inbox ' || new.user_id); return null; end $$;

    -- Per row, but a transaction sends the same news only once.
    create trigger notifications_live_changed after update of read_at on notifications for each row
    when (old.read_at is null and new.read_at is not null)
    execute function tell_inbox_read();
  `.execute(db)
}
