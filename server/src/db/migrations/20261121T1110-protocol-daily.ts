import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The dashboard and the reports, by the civil day (and the month) on which the protocols were created. A long period
    -- is its whole months plus the days of the broken ones. Seconds from creation to completion are summed over the
    -- protocols of status Concluído, and are 0 in the rows of the others: their sum / n is the average time.
    create table protocol_daily (
      department_id int not null,
      day date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, day, status)
    ) with (fillfactor = 70);
    create index protocol_daily_day_idx on protocol_daily (day);

    -- month is its first day.
    create table protocol_monthly (
      department_id int not null,
      month date not null,
      status text not null,
      n int not null,
      n_origin int not null,
      seconds_to_complete bigint not null,
      primary key (department_id, month, status)
    ) with (fillfactor = 70);
    create index protocol_monthly_month_idx on protocol_monthly (month);

    create function seconds_to_complete(created_at timestamptz, completed_at timestamptz) returns bigint
    language sql immutable parallel safe
    as $$ select coalesce(extract(epoch from completed_at - created_at), 0)::bigint $$;

    create view expected.protocol_daily as
      select d.department_id, civil_day(p.created_at) as day, p.status, count(*)::int as n,
        (count(*) filter (where d.department_id = p.origin_department_id))::int as n_origin,
        sum(seconds_to_complete(p.created_at, p.completed_at))::bigint as seconds_to_complete
      from expected.protocol_departments d join protocols p on p.id = d.protocol_id
      group by 1, 2, 3;

    create view expected.protocol_monthly as
      select department_id, date_trunc('month', day)::date as month, status, sum(n)::int as n,
        sum(n_origin)::int as n_origin, sum(seconds_to_complete)::bigint as seconds_to_complete
      from expected.protocol_daily
      group by 1, 2, 3;
  `.execute(db)
}
