import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    alter table sessions
      -- The last time the person proved who they are in this session: at the sign-in, or by the password again.
      add column proved_at timestamptz not null default now(),
      -- What must be done before anything else.
      add column duty text check (duty in ('choose-password', 'enrol-second-step'));

    -- Administrative acts, sign-ins, exports and downloads. Rows are only ever inserted; names are those of the moment.
    create table audit_events (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor_id int references users on delete set null,
      actor_name text,
      action text not null,
      subject_kind text,
      subject_id text,
      subject_name text,
      before jsonb,
      after jsonb,
      address inet
    );
    -- The newest events, of all kinds and of one; and those of one person.
    create index audit_events_at_idx on audit_events (at desc, id desc);
    create index audit_events_action_idx on audit_events (action, at desc, id desc);
    create index audit_events_actor_idx on audit_events (actor_id, at desc, id desc);
  `.execute(db)
}
