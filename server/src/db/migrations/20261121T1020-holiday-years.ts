import { type Kysely, sql } from 'kysely'

/** The years that were filled with national holidays once: a holiday that somebody removes does not come back. */
export async function up(db: Kysely<any>) {
  await sql`create table holiday_years (year int primary key)`.execute(db)
}
