import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- A protocol that was redirected and the one made from it have the same stored files, each with rows of its own.
    alter table attachments drop constraint attachments_storage_key_key;
    -- The rows of a stored file: the sweep, a removal, a restore.
    create index attachments_storage_key_idx on attachments (storage_key);

    -- When a person was last told that a protocol waits to be received; repeated while it does. No foreign keys, as in
    -- item_reminders.
    create table receipt_reminders (
      user_id int not null,
      protocol_id int not null,
      sent_on date not null,
      primary key (user_id, protocol_id)
    );
    -- Whether a user has been reminded today.
    create index receipt_reminders_sent_on_idx on receipt_reminders (user_id, sent_on);
  `.execute(db)
}
