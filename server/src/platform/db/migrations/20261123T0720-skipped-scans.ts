import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Whether the file was stored while the virus scanner did not respond.
    alter table attachments add column scan_skipped boolean not null default false
  `.execute(db)
}
