import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  // The library of the job queue makes its tables here. It may run as a role that cannot create a schema.
  await sql`create schema if not exists pgboss`.execute(db)
}
