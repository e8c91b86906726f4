import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- When the account was deactivated, or got another department or address: the link stays dead if that is undone.
    alter table answer_links add column ended_at timestamptz;
  `.execute(db)
}
