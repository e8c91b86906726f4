import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Deleting a comment really deletes its text; that there was one stays in the history.
    create table comments (
      id int generated always as identity primary key,
      protocol_id int not null references protocols,
      text text not null check (btrim(text) <> ''),
      created_by int not null references users,
      created_at timestamptz not null default now()
    );
    create index comments_protocol_id_idx on comments (protocol_id, id);
    create index comments_created_by_idx on comments (created_by);
  `.execute(db)
}
