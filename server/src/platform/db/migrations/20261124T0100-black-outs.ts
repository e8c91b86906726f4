import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Files and texts that Admins have removed for good: who, when and why; never what.
    create table black_outs (
      id int generated always as identity primary key,
      protocol_id int not null references protocols,
      kind text not null check (kind in (
        'attachment', 'history', 'comment', 'remarks', 'cancel_reason',
        'item_description', 'item_reason', 'item_cancel_reason'
      )),
      -- Id of the attachment, history entry, comment, protocol or item. Not a foreign key: a comment can be deleted.
      target_id bigint not null,
      reason text not null check (btrim(reason) <> ''),
      removed_by int not null references users,
      removed_at timestamptz not null
    );
    -- The removals of a protocol, for its page.
    create index black_outs_protocol_id_idx on black_outs (protocol_id, id);
    -- Whether the removal of an entry's texts is on record.
    create index black_outs_history_idx on black_outs (target_id) where kind = 'history';
    -- Deleting a person asks for it.
    create index black_outs_removed_by_idx on black_outs (removed_by);

    -- A removed file has no digest, by which it could be guessed. The key in the storage, random digits, stays.
    alter table attachments
      add column removed_at timestamptz,
      add constraint attachments_removed_has_no_digest check (
        removed_at is null or (sha256 = decode(repeat('00', 32), 'hex') and size_bytes = 0)
      );

    -- The downloads of one file, whose name goes with it.
    create index audit_events_attachment_idx on audit_events (subject_id) where subject_kind = 'attachment';
  `.execute(db)
}
