-- The expected value of each figure, computed directly from protocols and items. rebuild_derived() fills the tables
-- from these views, and the invariants compare with them (db/invariants.ts). Deliberately independent of the
-- definitions in figures.sql.

create or replace function seconds_to_complete(created_at timestamptz, completed_at timestamptz) returns bigint
language sql immutable parallel safe
as $$ select coalesce(extract(epoch from completed_at - created_at), 0)::bigint $$;

create or replace view expected.protocol_totals as
  select origin_department_id, destination_department_id, status, count(*)::int as n
  from protocols group by 1, 2, 3;

create or replace view expected.department_totals as
  select d.department_id, p.status, count(*)::int as n,
    (count(*) filter (where d.department_id = p.origin_department_id))::int as n_origin
  from expected.protocol_departments d join protocols p on p.id = d.protocol_id
  group by 1, 2;

create or replace view expected.protocol_daily as
  select d.department_id, civil_day(p.created_at) as day, p.status, count(*)::int as n,
    (count(*) filter (where d.department_id = p.origin_department_id))::int as n_origin,
    sum(seconds_to_complete(p.created_at, p.completed_at))::bigint as seconds_to_complete
  from expected.protocol_departments d join protocols p on p.id = d.protocol_id
  group by 1, 2, 3;

create or replace view expected.protocol_monthly as
  select department_id, date_trunc('month', day)::date as month, status, sum(n)::int as n,
    sum(n_origin)::int as n_origin, sum(seconds_to_complete)::bigint as seconds_to_complete
  from expected.protocol_daily
  group by 1, 2, 3;

create or replace view expected.pair_monthly as
  select origin_department_id, destination_department_id, date_trunc('month', civil_day(created_at))::date as month,
    count(*)::int as n
  from protocols
  group by 1, 2, 3;

create or replace view expected.creator_totals as
  select created_by as user_id, count(*)::int as n from protocols group by 1;

create or replace view expected.return_totals as
  select p.origin_department_id, p.destination_department_id, i.status, count(*)::int as n,
    (count(*) filter (where i.responsible_id is null))::int as n_unassigned
  from items i join protocols p on p.id = i.protocol_id
  where (i.return_date is not null or p.requires_return) and p.status <> 'Cancelado'
  group by 1, 2, 3;

create or replace view expected.settled_returns as
  select side as department_id, civil_day(p.created_at) as day,
    civil_day(i.actual_return_date) > i.return_date as is_late, count(*)::int as n,
    (count(*) filter (where side = p.origin_department_id))::int as n_origin
  from items i join protocols p on p.id = i.protocol_id,
    unnest(sides(p.origin_department_id, p.destination_department_id)) side
  where i.actual_return_date is not null and p.status <> 'Cancelado'
  group by 1, 2, 3;

create or replace view expected.open_returns as
  select side as department_id, civil_day(p.created_at) as day, i.return_date, count(*)::int as n,
    (count(*) filter (where side = p.origin_department_id))::int as n_origin
  from items i join protocols p on p.id = i.protocol_id,
    unnest(sides(p.origin_department_id, p.destination_department_id)) side
  where i.status = 'pendente' and i.return_date is not null and p.status <> 'Cancelado'
  group by 1, 2, 3;

create or replace view expected.open_returns_monthly as
  select department_id, date_trunc('month', day)::date as month, return_date, sum(n)::int as n, sum(n_origin)::int as n_origin
  from expected.open_returns group by 1, 2, 3;

create or replace view expected.settled_returns_monthly as
  select department_id, date_trunc('month', day)::date as month, is_late, sum(n)::int as n, sum(n_origin)::int as n_origin
  from expected.settled_returns group by 1, 2, 3;

create or replace view expected.due_everywhere as
  select next_return_date, count(*)::int as n from expected.item_counters where next_return_date is not null group by 1;

create or replace view expected.item_type_totals as
  select item_type_id, count(*)::int as n from items group by 1;

create or replace view expected.category_totals as
  select category_id, count(distinct protocol_id)::int as n from items where category_id is not null group by 1;

create or replace view expected.return_spans as
  select i.category_id, p.destination_department_id, civil_day(i.actual_return_date) as returned_on,
    civil_day(p.created_at) as sent_on, count(*)::int as n,
    (count(*) filter (where civil_day(i.actual_return_date) <= i.return_date))::int as n_on_time
  from items i join protocols p on p.id = i.protocol_id
  where i.category_id is not null and i.actual_return_date is not null and p.status <> 'Cancelado'
  group by 1, 2, 3, 4;

create or replace view expected.category_return_spans as
  select category_id, returned_on, sent_on, sum(n)::int as n, sum(n_on_time)::int as n_on_time
  from expected.return_spans group by 1, 2, 3;
