import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- No cascade from items: whoever removes an item must first remove its files from the storage.
    create table attachments (
      id int generated always as identity primary key,
      item_id int not null references items,
      file_name text not null check (btrim(file_name) <> ''),
      storage_key text not null unique,
      content_type text not null,
      size_bytes bigint not null check (size_bytes >= 0),
      sha256 bytea not null check (length(sha256) = 32),
      uploaded_by int not null references users,
      created_at timestamptz not null default now()
    );
    create index attachments_item_id_idx on attachments (item_id);
    create index attachments_uploaded_by_idx on attachments (uploaded_by);
  `.execute(db)
}
