import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- Totals for lists and cards. There is no row that everybody updates: the whole is the sum of n_origin over the
    -- departments, since each protocol has one origin. No CHECK (n >= 0): insert … on conflict would test it on the
    -- difference it adds. fillfactor: the same few rows change all day.
    create table protocol_totals (
      origin_department_id int not null,
      destination_department_id int not null,
      status text not null,
      n int not null,
      primary key (origin_department_id, destination_department_id, status)
    ) with (fillfactor = 50);
    create index protocol_totals_destination_department_id_idx on protocol_totals (destination_department_id);

    create table department_totals (
      department_id int not null,
      status text not null,
      -- Protocols that have the department on either side, and those that it sent.
      n int not null,
      n_origin int not null,
      primary key (department_id, status)
    ) with (fillfactor = 50);

    create view expected.protocol_totals as
      select origin_department_id, destination_department_id, status, count(*)::int as n
      from protocols group by 1, 2, 3;

    create view expected.department_totals as
      select d.department_id, p.status, count(*)::int as n,
        (count(*) filter (where d.department_id = p.origin_department_id))::int as n_origin
      from expected.protocol_departments d join protocols p on p.id = d.protocol_id
      group by 1, 2;
  `.execute(db)
}
