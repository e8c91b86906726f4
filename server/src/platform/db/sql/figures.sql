-- A figure is the folded sum plus the tail: the rows of its ledger that are not folded yet. One statement reads both in
-- one snapshot, and a fold moves rows from one to the other in one transaction, so that the total does not change.

-- What each row of a ledger adds to a figure. The figure's view and the fold share this definition; expected.sql has an
-- independent one. A protocol counts for both of its departments, so that the views have two halves: plain scans, into
-- which a filter by department can be pushed down.

create schema if not exists tail;

create or replace view tail.protocol_totals as
  select origin_department_id, destination_department_id, status, n from protocol_ledger;

create or replace view tail.department_totals as
  select origin_department_id as department_id, status, n, n as n_origin from protocol_ledger
  union all
  select destination_department_id, status, n, 0 from protocol_ledger
  where destination_department_id <> origin_department_id;

create or replace view tail.protocol_daily as
  select origin_department_id as department_id, day, status, n, n as n_origin, seconds_to_complete from protocol_ledger
  union all
  select destination_department_id, day, status, n, 0, seconds_to_complete from protocol_ledger
  where destination_department_id <> origin_department_id;

create or replace view tail.protocol_monthly as
  select department_id, date_trunc('month', day)::date as month, status, n, n_origin, seconds_to_complete
  from tail.protocol_daily;

create or replace view tail.pair_monthly as
  select origin_department_id, destination_department_id, date_trunc('month', day)::date as month, n
  from protocol_ledger;

create or replace view tail.creator_totals as
  select created_by as user_id, n from protocol_ledger;

create or replace view tail.return_totals as
  select origin_department_id, destination_department_id, status, n, case when is_unassigned then n else 0 end as n_unassigned
  from item_ledger where is_listed;

create or replace view tail.open_returns as
  select origin_department_id as department_id, day, return_date, n, n as n_origin from item_ledger
  where is_listed and status = 'pendente' and return_date is not null
  union all
  select destination_department_id, day, return_date, n, 0 from item_ledger
  where is_listed and status = 'pendente' and return_date is not null
    and destination_department_id <> origin_department_id;

create or replace view tail.open_returns_monthly as
  select department_id, date_trunc('month', day)::date as month, return_date, n, n_origin from tail.open_returns;

create or replace view tail.due_returns as
  select origin_department_id as department_id, return_date, n, n as n_origin,
    case when destination_department_id = origin_department_id then n else 0 end as n_destination
  from item_ledger
  where is_listed and status = 'pendente' and return_date is not null
  union all
  select destination_department_id, return_date, n, 0, n from item_ledger
  where is_listed and status = 'pendente' and return_date is not null
    and destination_department_id <> origin_department_id;

-- Department 0 is the whole organisation. Its rows count in n alone: summing n_origin over all departments still gives the
-- same total, which servers of earlier releases do.
create or replace view tail.due_protocols as
  select origin_department_id as department_id, next_return_date, n, n as n_origin from protocol_ledger
  where next_return_date is not null
  union all
  select destination_department_id, next_return_date, n, 0 from protocol_ledger
  where next_return_date is not null and destination_department_id <> origin_department_id
  union all
  select 0, next_return_date, n, 0 from protocol_ledger where next_return_date is not null;

create or replace view tail.waiting_protocols as
  select origin_department_id as department_id, status, n from protocol_ledger where waits_at_origin
  union all
  select destination_department_id, status, n from protocol_ledger
  where waits_at_destination and not (waits_at_origin and destination_department_id = origin_department_id);

create or replace view tail.settled_returns as
  select origin_department_id as department_id, day, is_late, n, n as n_origin from item_ledger
  where is_listed and is_late is not null
  union all
  select destination_department_id, day, is_late, n, 0 from item_ledger
  where is_listed and is_late is not null and destination_department_id <> origin_department_id;

create or replace view tail.settled_returns_monthly as
  select department_id, date_trunc('month', day)::date as month, is_late, n, n_origin from tail.settled_returns;

create or replace view tail.item_type_totals as
  select item_type_id, n from item_ledger;

create or replace view tail.category_totals as
  select category_id, n from category_ledger;

create or replace view tail.return_spans as
  select category_id, destination_department_id, returned_on, sent_on, n,
    case when is_late then 0 else n end as n_on_time
  from return_ledger;

create or replace view tail.category_return_spans as
  select category_id, returned_on, sent_on, n, n_on_time from tail.return_spans;

-- The figures. A view may have several rows per key; readers sum them.

create or replace view protocol_totals as table folded.protocol_totals union all table tail.protocol_totals;
create or replace view department_totals as table folded.department_totals union all table tail.department_totals;
create or replace view protocol_daily as table folded.protocol_daily union all table tail.protocol_daily;
create or replace view protocol_monthly as table folded.protocol_monthly union all table tail.protocol_monthly;
create or replace view pair_monthly as table folded.pair_monthly union all table tail.pair_monthly;
create or replace view due_protocols as table folded.due_protocols union all table tail.due_protocols;
create or replace view waiting_protocols as table folded.waiting_protocols union all table tail.waiting_protocols;
create or replace view creator_totals as table folded.creator_totals union all table tail.creator_totals;
create or replace view return_totals as table folded.return_totals union all table tail.return_totals;
create or replace view open_returns as table folded.open_returns union all table tail.open_returns;
create or replace view open_returns_monthly as table folded.open_returns_monthly union all table tail.open_returns_monthly;
create or replace view settled_returns as table folded.settled_returns union all table tail.settled_returns;
create or replace view settled_returns_monthly as table folded.settled_returns_monthly union all table tail.settled_returns_monthly;
create or replace view due_returns as table folded.due_returns union all table tail.due_returns;
create or replace view item_type_totals as table folded.item_type_totals union all table tail.item_type_totals;
create or replace view category_totals as table folded.category_totals union all table tail.category_totals;
create or replace view return_spans as table folded.return_spans union all table tail.return_spans;
create or replace view category_return_spans as table folded.category_return_spans union all table tail.category_return_spans;

-- Moves the rows of the ledgers into the folded tables, unless another session is folding. Returns the number of ledger
-- rows moved.
create or replace function fold_ledgers() returns int language plpgsql as $$
declare
  moved int;
begin
  -- The usual case on a quiet day: no lock, no transaction id.
  if not exists (select from protocol_ledger) and not exists (select from item_ledger)
    and not exists (select from category_ledger) and not exists (select from return_ledger)
  then
    return 0;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('folding')) then return 0; end if;

  -- One statement: all of its parts see the ledgers as of one snapshot, with whole transactions only.
  with protocols_gone as (delete from protocol_ledger returning 1),
  items_gone as (delete from item_ledger returning 1),
  categories_gone as (delete from category_ledger returning 1),
  returns_gone as (delete from return_ledger returning 1),
  to_protocol_totals as (
    insert into folded.protocol_totals as t (origin_department_id, destination_department_id, status, n)
    select origin_department_id, destination_department_id, status, sum(n)
    from tail.protocol_totals group by 1, 2, 3 having sum(n) <> 0
    on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n
  ),
  to_department_totals as (
    insert into folded.department_totals as t (department_id, status, n, n_origin)
    select department_id, status, sum(n), sum(n_origin)
    from tail.department_totals group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, status) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_protocol_daily as (
    insert into folded.protocol_daily as t (department_id, day, status, n, n_origin, seconds_to_complete)
    select department_id, day, status, sum(n), sum(n_origin), sum(seconds_to_complete)
    from tail.protocol_daily group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(seconds_to_complete) <> 0
    on conflict (department_id, day, status) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete
  ),
  to_protocol_monthly as (
    insert into folded.protocol_monthly as t (department_id, month, status, n, n_origin, seconds_to_complete)
    select department_id, month, status, sum(n), sum(n_origin), sum(seconds_to_complete)
    from tail.protocol_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(seconds_to_complete) <> 0
    on conflict (department_id, month, status) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete
  ),
  to_pair_monthly as (
    insert into folded.pair_monthly as t (origin_department_id, destination_department_id, month, n)
    select origin_department_id, destination_department_id, month, sum(n)
    from tail.pair_monthly group by 1, 2, 3 having sum(n) <> 0
    on conflict (origin_department_id, month, destination_department_id) do update set n = t.n + excluded.n
  ),
  to_due_protocols as (
    insert into folded.due_protocols as t (department_id, next_return_date, n, n_origin)
    select department_id, next_return_date, sum(n), sum(n_origin)
    from tail.due_protocols group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, next_return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_creator_totals as (
    insert into folded.creator_totals as t (user_id, n)
    select user_id, sum(n)
    from tail.creator_totals group by 1 having sum(n) <> 0
    on conflict (user_id) do update set n = t.n + excluded.n
  ),
  to_waiting_protocols as (
    insert into folded.waiting_protocols as t (department_id, status, n)
    select department_id, status, sum(n)
    from tail.waiting_protocols group by 1, 2 having sum(n) <> 0
    on conflict (department_id, status) do update set n = t.n + excluded.n
  ),
  to_return_totals as (
    insert into folded.return_totals as t (origin_department_id, destination_department_id, status, n, n_unassigned)
    select origin_department_id, destination_department_id, status, sum(n), sum(n_unassigned)
    from tail.return_totals group by 1, 2, 3 having sum(n) <> 0 or sum(n_unassigned) <> 0
    on conflict (origin_department_id, destination_department_id, status) do update
    set n = t.n + excluded.n, n_unassigned = t.n_unassigned + excluded.n_unassigned
  ),
  to_open_returns as (
    insert into folded.open_returns as t (department_id, day, return_date, n, n_origin)
    select department_id, day, return_date, sum(n), sum(n_origin)
    from tail.open_returns group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, day, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_open_returns_monthly as (
    insert into folded.open_returns_monthly as t (department_id, month, return_date, n, n_origin)
    select department_id, month, return_date, sum(n), sum(n_origin)
    from tail.open_returns_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, month, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_settled_returns as (
    insert into folded.settled_returns as t (department_id, day, is_late, n, n_origin)
    select department_id, day, is_late, sum(n), sum(n_origin)
    from tail.settled_returns group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, day, is_late) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_settled_returns_monthly as (
    insert into folded.settled_returns_monthly as t (department_id, month, is_late, n, n_origin)
    select department_id, month, is_late, sum(n), sum(n_origin)
    from tail.settled_returns_monthly group by 1, 2, 3 having sum(n) <> 0 or sum(n_origin) <> 0
    on conflict (department_id, month, is_late) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin
  ),
  to_due_returns as (
    insert into folded.due_returns as t (department_id, return_date, n, n_origin, n_destination)
    select department_id, return_date, sum(n), sum(n_origin), sum(n_destination)
    from tail.due_returns group by 1, 2 having sum(n) <> 0 or sum(n_origin) <> 0 or sum(n_destination) <> 0
    on conflict (department_id, return_date) do update
    set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin, n_destination = t.n_destination + excluded.n_destination
  ),
  to_item_type_totals as (
    insert into folded.item_type_totals as t (item_type_id, n)
    select item_type_id, sum(n)
    from tail.item_type_totals group by 1 having sum(n) <> 0
    on conflict (item_type_id) do update set n = t.n + excluded.n
  ),
  to_category_totals as (
    insert into folded.category_totals as t (category_id, n)
    select category_id, sum(n)
    from tail.category_totals group by 1 having sum(n) <> 0
    on conflict (category_id) do update set n = t.n + excluded.n
  ),
  to_return_spans as (
    insert into folded.return_spans as t (category_id, destination_department_id, returned_on, sent_on, n, n_on_time)
    select category_id, destination_department_id, returned_on, sent_on, sum(n), sum(n_on_time)
    from tail.return_spans group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n_on_time) <> 0
    on conflict (category_id, destination_department_id, returned_on, sent_on) do update
    set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time
  ),
  to_category_return_spans as (
    insert into folded.category_return_spans as t (category_id, returned_on, sent_on, n, n_on_time)
    select category_id, returned_on, sent_on, sum(n), sum(n_on_time)
    from tail.category_return_spans group by 1, 2, 3 having sum(n) <> 0 or sum(n_on_time) <> 0
    on conflict (category_id, returned_on, sent_on) do update
    set n = t.n + excluded.n, n_on_time = t.n_on_time + excluded.n_on_time
  )
  select (select count(*) from protocols_gone) + (select count(*) from items_gone)
    + (select count(*) from categories_gone) + (select count(*) from returns_gone) into moved;

  -- Days of which nothing is left. The other tables have few keys.
  delete from folded.protocol_daily where n = 0;
  delete from folded.due_protocols where n = 0;
  delete from folded.open_returns where n = 0;
  delete from folded.open_returns_monthly where n = 0;
  delete from folded.settled_returns where n = 0;
  delete from folded.due_returns where n = 0;
  delete from folded.return_spans where n = 0;
  delete from folded.category_return_spans where n = 0;
  return moved;
end $$;

-- Recomputes all derived data: for a new time zone, after bulk loads without triggers, or when an invariant is broken.
create or replace function rebuild_derived() returns void language plpgsql as $$
declare
  figure text;
begin
  -- Nobody folds meanwhile. Writers wait, so that what is read here stays true until the end of the transaction; readers
  -- go on.
  perform pg_advisory_xact_lock(hashtext('folding'));
  lock table protocols, items in share row exclusive mode;

  update items i set in_cancelled_protocol = c.in_cancelled_protocol, must_return = c.must_return
  from expected.item_copies c
  where c.id = i.id and (c.in_cancelled_protocol, c.must_return) <> (i.in_cancelled_protocol, i.must_return);
  perform count_items(array(select id from protocols));
  update occurrences o set protocol_id = e.protocol_id, origin_department_id = e.origin_department_id,
    destination_department_id = e.destination_department_id, document_number = e.document_number, status = e.status,
    resolved_at = case when e.status = 'resolvida' then coalesce(o.resolved_at, now()) end
  from expected.occurrences e
  where e.id = o.id
    and (e.protocol_id, e.origin_department_id, e.destination_department_id, e.document_number, e.status)
      is distinct from (o.protocol_id, o.origin_department_id, o.destination_department_id, o.document_number, o.status);
  update extension_requests r set protocol_id = e.protocol_id, origin_department_id = e.origin_department_id,
    destination_department_id = e.destination_department_id, status = e.status,
    decided_at = case when e.status <> 'aberto' then coalesce(r.decided_at, now()) end
  from expected.extension_requests e
  where e.id = r.id
    and (e.protocol_id, e.origin_department_id, e.destination_department_id, e.status)
      is distinct from (r.protocol_id, r.origin_department_id, r.destination_department_id, r.status);

  delete from protocol_departments;
  insert into protocol_departments select * from expected.protocol_departments order by 1, 2, 3;

  delete from protocol_ledger;
  delete from item_ledger;
  delete from category_ledger;
  delete from return_ledger;
  foreach figure in array array[
    'protocol_totals', 'department_totals', 'protocol_daily', 'protocol_monthly', 'pair_monthly',
    'due_protocols', 'waiting_protocols', 'creator_totals', 'return_totals', 'open_returns', 'open_returns_monthly',
    'settled_returns', 'settled_returns_monthly', 'due_returns', 'item_type_totals', 'category_totals',
    'return_spans', 'category_return_spans'
  ] loop
    execute format('delete from folded.%I', figure);
    execute format('insert into folded.%I select * from expected.%I order by 1, 2', figure, figure);
  end loop;
end $$;

-- A change of time zone moves protocols to other days.
create or replace function rebuild_for_time_zone() returns trigger language plpgsql
as $$ begin perform rebuild_derived(); return null; end $$;

create or replace trigger settings_rebuild_days after update of time_zone on settings for each row
when (new.time_zone <> old.time_zone)
execute function rebuild_for_time_zone();
