import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    create table protocols (
      id int generated always as identity primary key,
      status text not null default 'Pendente' check (status in ('Pendente', 'Em andamento', 'Concluído', 'Cancelado')),
      origin_department_id int not null references departments,
      destination_department_id int not null references departments,
      requires_return boolean not null default false,
      remarks text not null check (btrim(remarks) <> ''),
      created_by int not null references users,
      created_at timestamptz not null default now(),
      received_by int references users,
      received_at timestamptz,
      completed_by int references users,
      completed_at timestamptz,
      cancelled_by int references users,
      cancelled_at timestamptz,
      cancel_reason text check (btrim(cancel_reason) <> ''),
      -- Counts the edits, so that two people who edit at once notice each other.
      version int not null default 1,
      -- Kept by the triggers on items. Unassigned: pending without a responsible user. Next: the earliest pending one.
      total_items int not null default 0,
      pending_items int not null default 0,
      returned_items int not null default 0,
      completed_items int not null default 0,
      cancelled_items int not null default 0,
      unassigned_items int not null default 0,
      next_return_date date,
      search_text text not null generated always as (searchable(id::text || ' ' || remarks)) stored,

      -- PostgreSQL prepares every check anew for every statement: few and dense is measurably faster here.
      constraint protocols_received_by_someone check (num_nonnulls(received_at, received_by) in (0, 2)),
      constraint protocols_completed_is_status
        check (num_nonnulls(completed_at, completed_by) = case when status = 'Concluído' then 2 else 0 end),
      constraint protocols_cancelled_is_status check (
        num_nonnulls(cancelled_at, cancelled_by, cancel_reason) = case when status = 'Cancelado' then 3 else 0 end
      ),
      -- Only what must come back is received, and it is received before it goes on.
      constraint protocols_received_when_due check (
        case status
          when 'Pendente' then received_at is null
          when 'Em andamento' then received_at is not null and requires_return
          when 'Concluído' then (received_at is not null) = requires_return
          else received_at is null or requires_return
        end
      ),
      -- Items are settled before their protocol is.
      constraint protocols_closed_has_no_pending_items
        check (pending_items = 0 or status not in ('Concluído', 'Cancelado')),
      constraint protocols_items_add_up check (
        total_items = pending_items + returned_items + completed_items + cancelled_items
        and least(pending_items, returned_items, completed_items, cancelled_items, unassigned_items) >= 0
        and unassigned_items <= pending_items
      )
    ) with (
      -- The item counters change in place: with room for a second version of the row on its page, no index is touched.
      fillfactor = 80,
      -- Index-only scans need fresh visibility maps; the default waits for a fifth of the table to change.
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    );

    -- Lists of an Admin, who sees every department: all protocols, newest first.
    create index protocols_created_at_idx on protocols (created_at, id) include (status);
    -- The same list, of one status.
    create index protocols_status_created_at_idx on protocols (status, created_at, id);
    -- The list between two given departments: both directions, merged.
    create index protocols_pair_idx
      on protocols (origin_department_id, destination_department_id, created_at, id) include (status);
    -- Reports: protocols that stay inside one department, which the daily counts hold once instead of twice. They are few.
    create index protocols_internal_idx on protocols (created_at) where origin_department_id = destination_department_id;
    -- Foreign key: may this person be deleted?
    create index protocols_created_by_idx on protocols (created_by);
    -- Reminders: what has this person sent that is still on its way?
    create index protocols_open_created_by_idx on protocols (created_by, id)
      where status in ('Pendente', 'Em andamento');
    -- Foreign keys, as protocols_created_by_idx.
    create index protocols_received_by_idx on protocols (received_by) where received_by is not null;
    create index protocols_completed_by_idx on protocols (completed_by) where completed_by is not null;
    create index protocols_cancelled_by_idx on protocols (cancelled_by) where cancelled_by is not null;
    -- Protocols by a part of their number or their remarks.
    create index protocols_search_text_idx on protocols using gin (search_text gin_trgm_ops);

    -- Which departments see which protocol: a row for each side, one row when both are the same. Written by triggers
    -- (sql/derived.sql), hence no foreign keys. The primary key is the list of a department, newest first, as an
    -- index-only scan.
    create table protocol_departments (
      department_id int not null,
      created_at timestamptz not null,
      protocol_id int not null,
      status text not null,
      primary key (department_id, created_at, protocol_id) include (status)
    ) with (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    );
    -- The list of a department, of one status.
    create index protocol_departments_status_idx
      on protocol_departments (department_id, status, created_at, protocol_id);

    -- A protocol is created under one key and edited under others. Keys are written in the transaction of the change, so
    -- that a refused one does not use its key up.
    create table idempotency_keys (
      user_id int not null references users on delete cascade,
      key text not null check (length(key) between 1 and 200),
      protocol_id int not null references protocols,
      created_at timestamptz not null default now(),
      -- SHA-256 of what was sent, so that other content under a used key is noticed; null when it is not known.
      content_digest bytea check (length(content_digest) = 32),
      primary key (user_id, key)
    );
    -- Clean-up: which keys are old? They arrive in the order of time, for which BRIN is the smallest index.
    create index idempotency_keys_created_at_idx on idempotency_keys using brin (created_at);
  `.execute(db)
}
