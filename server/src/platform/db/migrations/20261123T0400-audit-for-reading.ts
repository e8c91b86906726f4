import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- An event keeps the id of a deleted person: no foreign key has to change a row that is never changed.
    alter table audit_events drop constraint audit_events_actor_id_fkey;

    -- The events of one person, of all kinds or of some: the kinds are filtered within the index.
    drop index audit_events_actor_idx;
    create index audit_events_actor_idx on audit_events (actor_id, at desc, id desc) include (action);
  `.execute(db)
}
