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
    -- Exact duplicates only. A trigger refuses names that differ in accents or spaces alone (sql/names.sql).
    create unique index categories_name_key on categories (lower(name));

    create table item_types (
      id int generated always as identity primary key,
      name text collate "pt-BR-x-icu" not null check (btrim(name) <> ''),
      description text,
      created_at timestamptz not null default now()
    );
    -- Exact duplicates, as for categories.
    create unique index item_types_name_key on item_types (lower(name));

    create table suppliers (
      id int generated always as identity primary key,
      -- Upper case, without punctuation; may have letters since IN RFB 2.229/2024. Wrong check digits only cause a
      -- warning.
      cnpj text not null check (cnpj ~ '^[A-Z0-9]{12}[0-9]{2}$'),
      code text,
      store text,
      company_name text collate "pt-BR-x-icu" not null check (btrim(company_name) <> ''),
      state text not null check (state ~ '^[A-Z]{2}$'),
      city text not null check (btrim(city) <> ''),
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      search_text text not null
        generated always as (searchable(cnpj || ' ' || coalesce(code, '') || ' ' || company_name)) stored
    );
    -- A company may be registered once per store.
    create unique index suppliers_cnpj_store_key on suppliers (cnpj, coalesce(store, ''));
    -- A page of the alphabetical list.
    create index suppliers_company_name_idx on suppliers (company_name, id);
    -- Suppliers by part of the CNPJ, the code or the name.
    create index suppliers_search_text_idx on suppliers using gin (search_text gin_trgm_ops);
  `.execute(db)
}
