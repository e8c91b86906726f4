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
      -- Incremented by each edit, to detect concurrent edits.
      version int not null default 1,
      -- Maintained by the triggers on items. Unassigned: pending without a responsible user. Next: the earliest pending
      -- one.
      total_items int not null default 0,
      pending_items int not null default 0,
      returned_items int not null default 0,
      completed_items int not null default 0,
      cancelled_items int not null default 0,
      unassigned_items int not null default 0,
      next_return_date date,
      search_text text not null generated always as (searchable(id::text || ' ' || remarks)) stored,

      -- PostgreSQL prepares every check for every statement, so a few dense checks are measurably faster.
      constraint protocols_received_by_someone check (num_nonnulls(received_at, received_by) in (0, 2)),
      constraint protocols_completed_is_status
        check (num_nonnulls(completed_at, completed_by) = case when status = 'Concluído' then 2 else 0 end),
      constraint protocols_cancelled_is_status check (
        num_nonnulls(cancelled_at, cancelled_by, cancel_reason) = case when status = 'Cancelado' then 3 else 0 end
      ),
      -- Only protocols with return are received, before their status advances.
      constraint protocols_received_when_due check (
        case status
          when 'Pendente' then received_at is null
          when 'Em andamento' then received_at is not null and requires_return
          when 'Concluído' then (received_at is not null) = requires_return
          else received_at is null or requires_return
        end
      ),
      -- Items are settled before their protocol.
      constraint protocols_closed_has_no_pending_items
        check (pending_items = 0 or status not in ('Concluído', 'Cancelado')),
      constraint protocols_items_add_up check (
        total_items = pending_items + returned_items + completed_items + cancelled_items
        and least(pending_items, returned_items, completed_items, cancelled_items, unassigned_items) >= 0
        and unassigned_items <= pending_items
      )
    ) with (
      -- Item counters change often. Free space for a second row version on the page allows updates that touch no index.
      fillfactor = 80,
      -- Index-only scans need a current visibility map; by default, vacuum waits until a fifth of the table has
      -- changed.
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02
    );

    -- Lists of an Admin, who sees all departments: all protocols, newest first.
    create index protocols_created_at_idx on protocols (created_at, id) include (status);
    -- The same list, for one status.
    create index protocols_status_created_at_idx on protocols (status, created_at, id);
    -- The list between two given departments: both directions, merged.
    create index protocols_pair_idx
      on protocols (origin_department_id, destination_department_id, created_at, id) include (status);
    -- Reports: protocols within one department, which the daily counts contain once instead of twice. They are few.
    create index protocols_internal_idx on protocols (created_at) where origin_department_id = destination_department_id;
    -- Foreign key: deleting a user.
    create index protocols_created_by_idx on protocols (created_by);
    -- Reminders: a user's protocols that are not settled.
    create index protocols_open_created_by_idx on protocols (created_by, id)
      where status in ('Pendente', 'Em andamento');
    -- Foreign keys, like protocols_created_by_idx.
    create index protocols_received_by_idx on protocols (received_by) where received_by is not null;
    create index protocols_completed_by_idx on protocols (completed_by) where completed_by is not null;
    create index protocols_cancelled_by_idx on protocols (cancelled_by) where cancelled_by is not null;
    -- Protocols by part of their number or their remarks.
    create index protocols_search_text_idx on protocols using gin (search_text gin_trgm_ops);

    -- The departments that see a protocol: one row per side, or one row if both are the same. Triggers write it
    -- (sql/derived.sql), so foreign keys are unnecessary. The primary key serves a department's list, newest first, as
    -- an index-only scan.
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
    -- A department's list, for one status.
    create index protocol_departments_status_idx
      on protocol_departments (department_id, status, created_at, protocol_id);

    -- A protocol is created under one key and edited under others. Keys are written in the transaction of the change,
    -- so that a refused change does not use up its key.
    create table idempotency_keys (
      user_id int not null references users on delete cascade,
      key text not null check (length(key) between 1 and 200),
      protocol_id int not null references protocols,
      created_at timestamptz not null default now(),
      -- SHA-256 of the request's content, to detect other content under a used key; null when unknown.
      content_digest bytea check (length(content_digest) = 32),
      primary key (user_id, key)
    );
    -- Clean-up: old keys. Rows are inserted in order of time, for which BRIN is the smallest index.
    create index idempotency_keys_created_at_idx on idempotency_keys using brin (created_at);
  `.execute(db)
}
