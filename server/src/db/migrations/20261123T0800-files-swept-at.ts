import { type Kysely, sql } from 'kysely'

/** Until when every kept file has been looked for in the database; null before the first time. */
export async function up(db: Kysely<any>) {
  await sql`alter table settings add column files_swept_at timestamptz`.execute(db)
}
