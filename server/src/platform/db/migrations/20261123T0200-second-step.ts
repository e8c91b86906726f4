import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table second_step_methods (
      id int generated always as identity primary key,
      user_id int not null references users on delete cascade,
      kind text not null check (kind in ('totp', 'passkey')),
      name text not null check (btrim(name) <> ''),
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      -- Authenticator app: the shared secret (sealed if there is a key), and the time step of the last accepted code,
      -- because a code counts once.
      secret bytea,
      last_step bigint,
      -- Passkey: id of the credential (base64url), public key (COSE), signature counter, and how it is reached.
      credential_id text unique,
      public_key bytea,
      sign_count bigint,
      transports text[],
      check (
        (kind = 'totp') = (secret is not null) and (kind = 'totp') = (last_step is not null)
        and (kind = 'passkey') = (credential_id is not null) and (kind = 'passkey') = (public_key is not null)
        and (kind = 'passkey') = (sign_count is not null) and (kind = 'passkey') = (transports is not null)
      )
    );
    -- A person's methods; one authenticator app each.
    create index second_step_methods_user_id_idx on second_step_methods (user_id);
    create unique index second_step_methods_totp_key on second_step_methods (user_id) where kind = 'totp';

    -- The unused codes of a person, as argon2id with one salt, so that a typed code is hashed once. A used one is removed.
    create table recovery_codes (
      user_id int primary key references users on delete cascade,
      salt bytea not null,
      hashes bytea[] not null,
      created_at timestamptz not null default now()
    );

    -- Sign-ins with a right password that wait for their second step.
    create table pending_sign_ins (
      id int generated always as identity primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      user_id int not null references users on delete cascade,
      -- SHA-256 of the stored password: a new password ends the sign-in.
      password_mark bytea not null,
      remember boolean not null,
      user_agent text,
      -- What a passkey must sign; null when the person has none.
      challenge text,
      wrong_codes int not null default 0,
      expires_at timestamptz not null
    );
    create index pending_sign_ins_user_id_idx on pending_sign_ins (user_id);
    create index pending_sign_ins_expires_at_idx on pending_sign_ins (expires_at);

    -- Enrolments that were begun in a session: the offered secret, or what a new passkey must sign.
    create table second_step_offers (
      session_id int not null references sessions on delete cascade,
      kind text not null check (kind in ('totp', 'passkey')),
      secret bytea check ((kind = 'totp') = (secret is not null)),
      challenge text check ((kind = 'passkey') = (challenge is not null)),
      expires_at timestamptz not null,
      primary key (session_id, kind)
    );

    -- Notices about the account itself, which have no switch.
    alter table notifications drop constraint notifications_type_check;
    alter table notifications add constraint notifications_type_check check (type in (
      'new_protocol', 'protocol_received', 'protocol_edited', 'protocol_canceled', 'protocol_completed',
      'protocol_comment', 'item_return', 'item_completed', 'item_canceled', 'item_assigned', 'account'
    ));
  `.execute(db)
}
