import { type Kysely, sql } from 'kysely'

/**
 * Derived rows, from here on: what could be computed from protocols and items, kept ready so that no page scans a
 * table. Triggers keep them in the transaction of the fact. For every one the schema `expected` has a view that says
 * what it must contain; rebuild_derived() fills from the views, and the invariants compare with them.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create schema expected;

    -- Who sees which protocol: two rows each, one when both departments are the same. A list is one index-only scan.
    -- No foreign keys here and on the totals: only triggers write them, and protocols and their departments stay.
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
    create index protocol_departments_status_idx on protocol_departments (department_id, status, created_at, protocol_id);

    create view expected.protocol_departments as
      select origin_department_id as department_id, created_at, id as protocol_id, status from protocols
      union all
      select destination_department_id, created_at, id, status from protocols
      where destination_department_id <> origin_department_id;
  `.execute(db)
}
