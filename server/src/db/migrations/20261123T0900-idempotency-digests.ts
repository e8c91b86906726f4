import { type Kysely, sql } from 'kysely'

/** A key knows what was sent under it, so that other content under a used key is noticed; old keys are found by their age. */
export async function up(db: Kysely<any>) {
  await sql`
    -- SHA-256; null for keys that were used before this column existed.
    alter table idempotency_keys add column content_digest bytea check (length(content_digest) = 32);
    create index idempotency_keys_created_at_idx on idempotency_keys using brin (created_at);
  `.execute(db)
}
