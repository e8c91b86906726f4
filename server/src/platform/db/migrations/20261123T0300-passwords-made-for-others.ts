import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The password was generated and shown to somebody; it must be replaced at the first sign-in.
    alter table users add column must_change_password boolean not null default false
  `.execute(db)
}
