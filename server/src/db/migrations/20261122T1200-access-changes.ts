import { type Kysely, sql } from 'kysely'

/** Instances believe a session for a moment without asking again; whatever ends or changes it is told to all of them. */
export async function up(db: Kysely<any>) {
  await sql`
    create function tell_access_changed() returns trigger language plpgsql
    as $$ begin perform pg_notify('access_changed', ''); return null; end $$;

    create trigger sessions_access_changed after delete on sessions
    for each statement execute function tell_access_changed();

    create trigger users_access_changed after delete or update of name, role, department_id, is_active on users
    for each statement execute function tell_access_changed();
  `.execute(db)
}
