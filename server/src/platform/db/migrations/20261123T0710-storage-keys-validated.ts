import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`alter table attachments validate constraint attachments_storage_key_is_ours`.execute(db)
}
