import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table suppliers (
      id int generated always as identity primary key,
      -- Upper case and without punctuation; letters since IN RFB 2.229/2024. Wrong check digits are only warned about.
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
    create unique index suppliers_cnpj_store_key on suppliers (cnpj, coalesce(store, ''));
    create index suppliers_company_name_idx on suppliers (company_name, id);
    create index suppliers_search_text_idx on suppliers using gin (search_text gin_trgm_ops);
  `.execute(db)
}
