import { type Kysely, sql } from 'kysely'

/** Tokens are kept only as SHA-256: whoever reads the database cannot sign in with it. */
export async function up(db: Kysely<any>) {
  await sql`
    create table sessions (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      remember boolean not null default false,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      user_agent text,
      ip text
    );
    create index sessions_user_id_idx on sessions (user_id);
    create index sessions_expires_at_idx on sessions (expires_at);

    create table account_tokens (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      purpose text not null check (purpose in ('invitation', 'password_reset')),
      token_hash bytea not null unique check (length(token_hash) = 32),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index account_tokens_user_id_idx on account_tokens (user_id);
    create index account_tokens_expires_at_idx on account_tokens (expires_at);
  `.execute(db)
}
