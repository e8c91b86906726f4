import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    alter table settings
      -- The identity of this installation, carried by the key of every stored file.
      add column installation_id uuid not null default gen_random_uuid(),
      -- The database in which the identity was made: system identifier of the cluster and oid. A database that finds
      -- another value here is a copy. null before the first start.
      add column installation_home text;

    -- A key may not lead out of the storage's folder. Validated by the next migration.
    alter table attachments add constraint attachments_storage_key_is_ours check (
      storage_key ~ '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)?[0-9]{4}-[0-9]{2}/[0-9a-f]{40}$'
    ) not valid;
  `.execute(db)
}
