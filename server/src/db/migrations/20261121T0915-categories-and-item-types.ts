import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table categories (
      id int generated always as identity primary key,
      name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
      return_days int check (return_days > 0),
      day_count text not null default 'Dias úteis' check (day_count in ('Dias úteis', 'Dias corridos')),
      color text,
      created_at timestamptz not null default now()
    );
    create unique index categories_name_key on categories (lower(name));

    create table item_types (
      id int generated always as identity primary key,
      name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
      description text,
      created_at timestamptz not null default now()
    );
    create unique index item_types_name_key on item_types (lower(name));
  `.execute(db)
}
