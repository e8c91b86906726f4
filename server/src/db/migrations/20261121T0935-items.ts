import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table items (
      id int generated always as identity primary key,
      protocol_id int not null references protocols,
      -- 1 is the first line of the form. Deferrable, so that one statement may renumber them all.
      position int not null check (position >= 1),
      document_number text check (btrim(document_number) <> ''),
      item_type_id int not null references item_types,
      category_id int references categories,
      supplier_id int references suppliers,
      responsible_id int references users,
      reason text,
      status text not null default 'pendente' check (status in ('pendente', 'retornado', 'concluído', 'cancelado')),
      return_date date,
      -- The first due date, once it was moved to a later day; null while it never was.
      original_return_date date,
      actual_return_date timestamptz,
      returned_by int references users,
      completed_at timestamptz,
      completed_by int references users,
      cancelled_at timestamptz,
      cancelled_by int references users,
      cancel_reason text check (btrim(cancel_reason) <> ''),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- Copies from the protocol, written by triggers: who sees the item, and whether it is listed, without a join.
      origin_department_id int not null default 0,
      destination_department_id int not null default 0,
      in_cancelled_protocol boolean not null default false,
      search_text text generated always as (searchable(document_number)) stored,

      constraint items_position_key unique (protocol_id, position) deferrable initially immediate,
      constraint items_returned_by_someone check (num_nonnulls(actual_return_date, returned_by) in (0, 2)),
      constraint items_returned_has_date check (
        case status
          when 'retornado' then actual_return_date is not null
          when 'concluído' then true
          else actual_return_date is null
        end
      ),
      constraint items_only_due_items_return check (actual_return_date is null or return_date is not null),
      constraint items_completed_is_status
        check (num_nonnulls(completed_at, completed_by) = case when status = 'concluído' then 2 else 0 end),
      constraint items_cancelled_is_status check (
        num_nonnulls(cancelled_at, cancelled_by, cancel_reason) = case when status = 'cancelado' then 3 else 0 end
      ),
      constraint items_are_only_postponed
        check (original_return_date is null or (return_date is not null and original_return_date < return_date))
    ) with (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    );

    create index items_item_type_id_idx on items (item_type_id);
    create index items_category_id_idx on items (category_id, protocol_id) where category_id is not null;
    create index items_supplier_id_idx on items (supplier_id, protocol_id) where supplier_id is not null;
    create index items_responsible_id_idx on items (responsible_id, status, return_date, id)
      where responsible_id is not null;
    create index items_returned_by_idx on items (returned_by) where returned_by is not null;
    create index items_completed_by_idx on items (completed_by) where completed_by is not null;
    create index items_cancelled_by_idx on items (cancelled_by) where cancelled_by is not null;
    create index items_search_text_idx on items using gin (search_text gin_trgm_ops);
  `.execute(db)
}
