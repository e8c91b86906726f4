import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table departments (
      id int generated always as identity primary key,
      name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
      description text,
      created_at timestamptz not null default now()
    );
    -- Exact duplicates only. A trigger refuses names that differ in accents or spaces alone (sql/names.sql).
    create unique index departments_name_key on departments (lower(name));

    create table users (
      id int generated always as identity primary key,
      name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
      email text not null check (btrim(email) <> ''),
      phone text,
      department_id int references departments,
      role text not null default 'Usuário' check (role in ('Admin', 'Gestor', 'Usuário')),
      is_active boolean not null default true,
      password_hash text,
      first_access boolean not null default true,
      notify_new_protocol boolean not null default true,
      notify_protocol_received boolean not null default true,
      notify_protocol_edited boolean not null default true,
      notify_protocol_canceled boolean not null default true,
      notify_protocol_completed boolean not null default true,
      notify_protocol_comment boolean not null default true,
      notify_item_return boolean not null default true,
      notify_item_completed boolean not null default true,
      notify_item_canceled boolean not null default true,
      notify_item_assigned boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search_text text not null generated always as (searchable(name || ' ' || email)) stored,

      -- Only the first Admin has none, because that account is created before any department.
      constraint users_have_a_department check (department_id is not null or role = 'Admin'),
      constraint users_without_password_await_first_access check (first_access or password_hash is not null)
    );
    -- Sign-in: the user with an e-mail address.
    create unique index users_email_key on users (lower(email));
    -- The users of a department.
    create index users_department_id_idx on users (department_id);
    -- The list of users, filtered by part of a name or an address.
    create index users_search_text_idx on users using gin (search_text gin_trgm_ops);
  `.execute(db)
}
