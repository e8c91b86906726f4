import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The backups that the job queue has made of this database. Not archived: a restored copy has none of its own yet.
    create table backups (
      id int generated always as identity primary key,
      started_at timestamptz not null,
      -- When the work ended, well or not; null while it runs, or when its process died.
      finished_at timestamptz,
      -- When its trial restore had succeeded.
      verified_at timestamptz,
      -- File name, and the folder or bucket as the operator wrote it.
      name text not null,
      place text not null,
      bytes bigint,
      -- Of the file as stored.
      sha256 bytea check (octet_length(sha256) = 32),
      -- A Portuguese sentence.
      error text,
      -- When it was deleted because enough newer ones exist.
      removed_at timestamptz,
      constraint backups_verified_or_failed check (verified_at is null or (finished_at is not null and error is null))
    );
    create index backups_verified_at_idx on backups (verified_at) where verified_at is not null;
  `.execute(db)
}
