import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Who somebody is at an OpenID Connect provider. A person has at most one identity at each.
    create table identities (
      issuer text not null,
      subject text not null,
      user_id int not null references users on delete cascade,
      created_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (user_id, issuer)
    );

    -- Sign-ins that are finished, until they would have expired: each counts once.
    create table finished_sign_ins (
      state_hash bytea primary key check (length(state_hash) = 32),
      expires_at timestamptz not null
    );

    alter table sessions
      -- Of a sign-in at a provider: names the session to end there.
      add column id_token text;

    -- Somebody who signs in at a provider has had the first access without ever choosing a password.
    alter table users drop constraint users_without_password_await_first_access;
  `.execute(db)
}
