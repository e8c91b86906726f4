import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- When somebody was deactivated (a trigger of people.sql writes it), and when their personal data were removed.
    alter table users add deactivated_at timestamptz, add anonymized_at timestamptz;

    -- The last change is the best that is known of those who have left already.
    alter table users disable trigger user;
    update users set deactivated_at = updated_at where not is_active;
    alter table users enable trigger user;

    alter table users
      add constraint users_only_inactive_left check (deactivated_at is null or not is_active),
      add constraint users_anonymized_are_gone check (
        anonymized_at is null or (not is_active and phone is null and password_hash is null)
      );

    -- The events about a person, for the export of their data and for its removal.
    create index audit_events_person_idx on audit_events (subject_id, id) where subject_kind = 'user';
  `.execute(db)
}
