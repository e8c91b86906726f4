import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- A person's calendar feed, by the SHA-256 of the token in its address.
    create table calendar_feeds (
      user_id int primary key references users on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      created_at timestamptz not null
    );
  `.execute(db)
}
