import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table items (
      id int generated always as identity primary key,
      protocol_id int not null references protocols,
      -- Starts at 1 for the first line of the form. Deferrable, so that one statement may renumber all lines.
      position int not null check (position >= 1),
      document_number text check (btrim(document_number) <> ''),
      item_type_id int not null references item_types,
      category_id int references categories,
      supplier_id int references suppliers,
      responsible_id int references users,
      reason text,
      status text not null default 'pendente' check (status in ('pendente', 'retornado', 'concluído', 'cancelado')),
      return_date date,
      -- The first due date of an item whose due date was extended; null if it never was.
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
      -- Copies from the protocol, written by triggers (sql/derived.sql): they tell without a join who sees the item and
      -- whether it is listed. must_return is the protocol's requires_return.
      origin_department_id int not null default 0,
      destination_department_id int not null default 0,
      in_cancelled_protocol boolean not null default false,
      must_return boolean not null default false,
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

    -- The returns screen, the upcoming returns and the daily reminders: items of one status, in protocols that are not
    -- cancelled, with a due date or with return required, by due date. Items without a date come last.
    --
    -- A department's list merges two index-only scans. PostgreSQL merges only if each half (origin = $1; destination =
    -- $1 and origin <> $1) has its own order by return_date, id limit offset + page; a plain union all would read and
    -- sort all open items.
    create index items_returns_origin_idx on items (origin_department_id, status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
      include (origin_department_id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    -- The same for an Admin, who sees all departments.
    create index items_returns_idx on items (status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    -- The same for the items of one responsible user.
    create index items_responsible_id_idx on items (responsible_id, status, return_date, id)
      where responsible_id is not null;

    -- Tracking by item type: the newest items of the types whose names match, in all departments or in the viewer's. In
    -- this order, a page costs the same for a frequent type as for a rare one.
    create index items_type_idx on items (item_type_id, created_at, id);
    create index items_origin_type_idx on items (origin_department_id, item_type_id, created_at, id);
    create index items_destination_type_idx on items (destination_department_id, item_type_id, created_at, id)
      include (origin_department_id);

    -- Items of a category or of a supplier.
    create index items_category_id_idx on items (category_id, protocol_id) where category_id is not null;
    create index items_supplier_id_idx on items (supplier_id, protocol_id) where supplier_id is not null;

    -- Items by part of their document number.
    create index items_search_text_idx on items using gin (search_text gin_trgm_ops);
    -- The same for long numbers, by all sequences of five digits. There are only a thousand trigrams of digits. Among
    -- millions of items, each occurs so often that combining them takes milliseconds; a sequence of five digits is
    -- rare.
    create index items_digit_grams_idx on items using gin (digit_grams(search_text));

    -- Foreign keys: deleting a user.
    create index items_returned_by_idx on items (returned_by) where returned_by is not null;
    create index items_completed_by_idx on items (completed_by) where completed_by is not null;
    create index items_cancelled_by_idx on items (cancelled_by) where cancelled_by is not null;

    -- No cascade from items: the files of a deleted item must be removed from the storage first.
    create table attachments (
      id int generated always as identity primary key,
      item_id int not null references items,
      file_name text not null check (btrim(file_name) <> ''),
      storage_key text not null unique,
      content_type text not null,
      size_bytes bigint not null check (size_bytes >= 0),
      sha256 bytea not null check (length(sha256) = 32),
      uploaded_by int not null references users,
      created_at timestamptz not null default now()
    );
    -- The files of an item.
    create index attachments_item_id_idx on attachments (item_id);
    -- Foreign key: deleting a user.
    create index attachments_uploaded_by_idx on attachments (uploaded_by);
  `.execute(db)
}
