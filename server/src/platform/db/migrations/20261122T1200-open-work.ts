import { type Kysely, sql } from 'kysely'

/**
 * The list of protocols by what is late, by what waits at a department, and by the next due date; the returns list by
 * responsible user.
 *
 * The tables are locked until the end of the transaction, which also replaces the triggers: no change by an older
 * server is missed in between.
 */
export async function up(db: Kysely<any>) {
  await sql`
    lock table protocols, items in share row exclusive mode;

    -- Copies of what the filters of a department's list ask for. waits: for an action of this department
    -- (sql/derived.sql).
    alter table protocol_departments
      add column other_department_id int not null default 0,
      add column is_origin boolean not null default false,
      add column next_return_date date,
      add column waits boolean not null default false;

    -- Every row changes: inserting them again without indexes is faster than updating them.
    alter table protocol_departments drop constraint protocol_departments_pkey;
    drop index protocol_departments_status_idx;
    truncate protocol_departments;
    insert into protocol_departments
      select p.origin_department_id, p.created_at, p.id, p.status, p.destination_department_id, true, p.next_return_date,
        (p.status = 'Em andamento' and (p.returned_items > 0 or (p.pending_items = 0 and p.total_items > p.cancelled_items)))
        or (p.origin_department_id = p.destination_department_id
          and (p.status = 'Pendente' or (p.status = 'Em andamento' and p.pending_items > 0)))
      from protocols p
      union all
      select p.destination_department_id, p.created_at, p.id, p.status, p.origin_department_id, false, p.next_return_date,
        p.status = 'Pendente' or (p.status = 'Em andamento' and p.pending_items > 0)
      from protocols p where p.destination_department_id <> p.origin_department_id
      order by 1, 2, 3;
    alter table protocol_departments add primary key (department_id, created_at, protocol_id) include (status);
    -- A department's list, for one status.
    create index protocol_departments_status_idx
      on protocol_departments (department_id, status, created_at, protocol_id);

    -- Open protocols of a department: what is late, what waits there, what was sent and not received. Newest first, and
    -- by due date.
    create index protocol_departments_open_idx on protocol_departments (department_id, created_at, protocol_id)
      include (status, other_department_id, is_origin, next_return_date, waits)
      where status in ('Pendente', 'Em andamento');
    create index protocol_departments_due_idx
      on protocol_departments (department_id, next_return_date, created_at desc, protocol_id desc)
      include (status, other_department_id, is_origin, waits)
      where next_return_date is not null;
    -- The same for an Admin, who sees all departments: each protocol once, at its origin.
    create index protocol_departments_all_open_idx on protocol_departments (created_at, protocol_id)
      include (status, next_return_date)
      where status in ('Pendente', 'Em andamento') and is_origin;
    create index protocol_departments_all_due_idx
      on protocol_departments (next_return_date, created_at desc, protocol_id desc) include (status)
      where next_return_date is not null and is_origin;

    -- Null in rows that an older server has written, which count as what the tables below contain already.
    alter table protocol_ledger add column waits_at_origin boolean, add column waits_at_destination boolean;

    -- Number of protocols that wait at a department, by status.
    create table folded.waiting_protocols (
      department_id int not null,
      status text not null,
      n int not null,
      primary key (department_id, status) include (n)
    ) with (fillfactor = 50);
    insert into folded.waiting_protocols
      select department_id, status, count(*) from protocol_departments where waits group by 1, 2;

    alter table item_ledger add column is_unassigned boolean;
    -- The returns list: items without a responsible user.
    alter table folded.return_totals add column n_unassigned int not null default 0;
    insert into folded.return_totals as t (origin_department_id, destination_department_id, status, n, n_unassigned)
      select origin_department_id, destination_department_id, status, 0, count(*) from items
      where (return_date is not null or must_return) and not in_cancelled_protocol and responsible_id is null
      group by 1, 2, 3
      on conflict (origin_department_id, destination_department_id, status) do update set n_unassigned = excluded.n_unassigned;

    -- The returns list of one responsible user; the included columns say who sees the item and whether it is listed.
    drop index items_responsible_id_idx;
    create index items_responsible_id_idx on items (responsible_id, status, return_date, id)
      include (origin_department_id, destination_department_id, in_cancelled_protocol, must_return)
      where responsible_id is not null;
    -- Items that nobody answers for yet, to be returned by a department.
    create index items_unassigned_idx on items (destination_department_id, return_date, id)
      include (origin_department_id)
      where responsible_id is null and status = 'pendente'
        and (return_date is not null or must_return) and not in_cancelled_protocol;
  `.execute(db)
}
