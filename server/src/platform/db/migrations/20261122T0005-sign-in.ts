import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Tokens are stored as SHA-256 only, so that reading the database is not enough to sign in.
    create table sessions (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      token_hash bytea not null unique check (length(token_hash) = 32),
      remember boolean not null default false,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      user_agent text,
      -- Enough for users to recognise where they signed in; the full address would reveal more than needed.
      network text
    );
    -- A user's sessions.
    create index sessions_user_id_idx on sessions (user_id);
    -- Clean-up: expired sessions.
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
    -- A user's links, which a new one replaces.
    create index account_tokens_user_id_idx on account_tokens (user_id);
    -- Clean-up: expired links.
    create index account_tokens_expires_at_idx on account_tokens (expires_at);

    -- Failed sign-ins, counted by rate-limiter-flexible, which chose the names and types.
    create table login_throttle (
      key text primary key,
      points int not null default 0,
      -- Milliseconds since 1970.
      expire bigint
    );
    -- Clean-up: expired counts.
    create index login_throttle_expire_idx on login_throttle (expire);
  `.execute(db)
}
