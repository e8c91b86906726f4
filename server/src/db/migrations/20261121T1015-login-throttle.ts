import { type Kysely, sql } from 'kysely'

/** Failed sign-ins, counted by rate-limiter-flexible, whose names and types these are. */
export async function up(db: Kysely<any>) {
  await sql`
    create table login_throttle (
      key text primary key,
      points int not null default 0,
      -- Milliseconds since 1970.
      expire bigint
    );
    create index login_throttle_expire_idx on login_throttle (expire);
  `.execute(db)
}
