import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Written in the transaction that creates the protocol: a refused creation does not use its key up.
    create table idempotency_keys (
      user_id int not null references users on delete cascade,
      key text not null check (length(key) between 1 and 200),
      protocol_id int not null unique references protocols,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    );
  `.execute(db)
}
