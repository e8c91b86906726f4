import { type Kysely, sql } from 'kysely'

/** Edits have keys, too: a protocol is created under one, and edited under others. */
export async function up(db: Kysely<any>) {
  await sql`
    alter table idempotency_keys drop constraint idempotency_keys_protocol_id_key;
    create index idempotency_keys_protocol_id_idx on idempotency_keys (protocol_id);
  `.execute(db)
}
