-- Protocols and items → protocol_departments, the item counters and all totals (migration "counters"): the views that
-- recompute them, the triggers that keep them, and rebuild_derived().

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
  select p.origin_department_id, p.destination_department_id, i.status, count(*)::int as n
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

create or replace view expected.item_type_totals as
  select item_type_id, origin_department_id, count(*)::int as n
  from items group by 1, 2;

create or replace view expected.category_totals as
  select category_id, origin_department_id, count(distinct protocol_id)::int as n
  from items where category_id is not null group by 1, 2;

-- Protocols, row by row, since every action changes one: half the cost of aggregating transition tables of one row.
--
-- Everybody writes these rows in one order (by status, which only goes forward, then by table, then by department), so that
-- two transactions that touch the same departments wait for each other instead of deadlocking.

-- Adds one protocol to all totals (step 1), or takes it away (step -1).
create or replace function count_protocol(p protocols, step int) returns void language plpgsql as $$
declare
  origin int := p.origin_department_id;
  destination int := p.destination_department_id;
  sides int[] := sides(origin, destination);
  created_day date := civil_day(p.created_at);
  seconds bigint := step * seconds_to_complete(p.created_at, p.completed_at);
begin
  insert into protocol_totals as t (origin_department_id, destination_department_id, status, n)
  values (origin, destination, p.status, step)
  on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

  insert into department_totals as t (department_id, status, n, n_origin)
  select side, p.status, step, step * (side = origin)::int from unnest(sides) side
  on conflict (department_id, status) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin;

  insert into protocol_daily as t (department_id, day, status, n, n_origin, seconds_to_complete)
  select side, created_day, p.status, step, step * (side = origin)::int, seconds from unnest(sides) side
  on conflict (department_id, day, status) do update set n = t.n + excluded.n,
    n_origin = t.n_origin + excluded.n_origin,
    seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete;

  insert into protocol_monthly as t (department_id, month, status, n, n_origin, seconds_to_complete)
  select side, date_trunc('month', created_day)::date, p.status, step, step * (side = origin)::int, seconds
  from unnest(sides) side
  on conflict (department_id, month, status) do update set n = t.n + excluded.n,
    n_origin = t.n_origin + excluded.n_origin,
    seconds_to_complete = t.seconds_to_complete + excluded.seconds_to_complete;
end $$;

create or replace function derive_from_new_protocol() returns trigger language plpgsql as $$
begin
  insert into protocol_departments (department_id, created_at, protocol_id, status)
  select side, new.created_at, new.id, new.status
  from unnest(sides(new.origin_department_id, new.destination_department_id)) side;
  perform count_protocol(new, 1);
  insert into pair_monthly as t (origin_department_id, destination_department_id, month, n)
  values (new.origin_department_id, new.destination_department_id,
    date_trunc('month', civil_day(new.created_at))::date, 1)
  on conflict (origin_department_id, destination_department_id, month) do update set n = t.n + excluded.n;
  return null;
end $$;

create or replace trigger protocols_derive_new after insert on protocols for each row
execute function derive_from_new_protocol();

-- The creator of a protocol never changes, and only their own creations share the row. Triggers fire in the order of their
-- names: this one comes after the departments' rows, for which the same person's creations wait anyway.
create or replace function count_creation() returns trigger language plpgsql as $$
begin
  insert into creator_totals as t (user_id, n) values (new.created_by, 1)
  on conflict (user_id) do update set n = t.n + 1;
  return null;
end $$;

create or replace trigger protocols_derive_new_creator after insert on protocols for each row
execute function count_creation();

create or replace function derive_from_new_status() returns trigger language plpgsql as $$
begin
  update protocol_departments set status = new.status
  where department_id = any(array[new.origin_department_id, new.destination_department_id])
    and created_at = new.created_at and protocol_id = new.id;
  perform count_protocol(old, -1);
  perform count_protocol(new, 1);
  -- What was returned before its protocol is cancelled leaves the returns list.
  if new.status = 'Cancelado' then
    update items set in_cancelled_protocol = true where protocol_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger protocols_derive_new_status after update of status on protocols for each row
when (new.status <> old.status)
execute function derive_from_new_status();

-- Items, by statement and in the order of the totals' keys: row by row, two people who return several items at once could
-- wait for each other.

create or replace function add_to_return_totals(deltas return_delta[]) returns void language plpgsql as $$
begin
  if cardinality(deltas) = 0 then return; end if;
  insert into return_totals as t (origin_department_id, destination_department_id, status, n)
  select origin_department_id, destination_department_id, status, n
  from unnest(deltas)
  order by 1, 2, 3
  on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;
end $$;

-- What is out comes first: whoever cancels a protocol takes that back before what had come back.
create or replace function count_returns(changes item_change[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;

  insert into open_returns as t (department_id, day, return_date, n, n_origin)
  select side, civil_day(p.created_at), c.return_date, sum(sign), sum(sign * (side = p.origin_department_id)::int)
  from unnest(changes) c join protocols p on p.id = c.protocol_id,
    unnest(sides(p.origin_department_id, p.destination_department_id)) side
  where c.status = 'pendente' and c.return_date is not null and not c.in_cancelled_protocol
  group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
  on conflict (department_id, day, return_date) do update set n = t.n + excluded.n,
    n_origin = t.n_origin + excluded.n_origin;

  insert into settled_returns as t (department_id, day, is_late, n, n_origin)
  select side, civil_day(p.created_at), civil_day(c.actual_return_date) > c.return_date, sum(sign),
    sum(sign * (side = p.origin_department_id)::int)
  from unnest(changes) c join protocols p on p.id = c.protocol_id,
    unnest(sides(p.origin_department_id, p.destination_department_id)) side
  where c.actual_return_date is not null and not c.in_cancelled_protocol
  group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
  on conflict (department_id, day, is_late) do update set n = t.n + excluded.n, n_origin = t.n_origin + excluded.n_origin;
end $$;

-- Everything at once and straight from the statement's rows, because every creation pays for it. The item counters come
-- first: they lock the protocol, and two who add items to it then queue.
create or replace function derive_from_new_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(select distinct protocol_id from new_rows));

  insert into return_totals as t (origin_department_id, destination_department_id, status, n)
  select origin_department_id, destination_department_id, status, count(*)
  from new_rows
  where (return_date is not null or must_return) and not in_cancelled_protocol
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (origin_department_id, destination_department_id, status) do update set n = t.n + excluded.n;

  if exists (select from new_rows where return_date is not null) then
    insert into open_returns as t (department_id, day, return_date, n, n_origin)
    select side, civil_day(p.created_at), i.return_date, count(*), count(*) filter (where side = p.origin_department_id)
    from new_rows i join protocols p on p.id = i.protocol_id,
      unnest(sides(p.origin_department_id, p.destination_department_id)) side
    where i.status = 'pendente' and i.return_date is not null and not i.in_cancelled_protocol
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (department_id, day, return_date) do update set n = t.n + excluded.n,
      n_origin = t.n_origin + excluded.n_origin;
  end if;

  -- Only samples and copies are inserted as items that have come back already.
  if exists (select from new_rows where actual_return_date is not null) then
    perform count_returns(array(
      select (protocol_id, origin_department_id, destination_department_id, null, return_date, actual_return_date,
        in_cancelled_protocol, 1)::item_change
      from new_rows where actual_return_date is not null
    ));
  end if;

  insert into item_type_totals as t (item_type_id, origin_department_id, n)
  select item_type_id, origin_department_id, count(*)
  from new_rows
  group by 1, 2 order by 1, 2
  on conflict (item_type_id, origin_department_id) do update set n = t.n + excluded.n;

  -- A protocol counts once, with its first items of the category: when all that it has of it are these.
  insert into category_totals as t (category_id, origin_department_id, n)
  select category_id, origin_department_id, count(*)
  from (
    select category_id, origin_department_id, protocol_id, count(*) as added
    from new_rows
    where category_id is not null
    group by 1, 2, 3
  ) changed
  where added = (
    select count(*) from items i where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  )
  group by 1, 2 order by 1, 2
  on conflict (category_id, origin_department_id) do update set n = t.n + excluded.n;
  return null;
end $$;

create or replace trigger items_derive_new after insert on items
referencing new table as new_rows
for each statement execute function derive_from_new_items();

create or replace function derive_from_changed_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(
    select distinct n.protocol_id from old_rows o join new_rows n using (id)
    where (o.status, o.return_date, o.responsible_id, o.item_type_id, o.category_id)
      is distinct from (n.status, n.return_date, n.responsible_id, n.item_type_id, n.category_id)
  ));
  perform add_to_return_totals(array(
    select (origin_department_id, destination_department_id, status, sum(sign))::return_delta
    from (
      select *, -1 as sign from old_rows union all select *, 1 from new_rows
    ) changes
    where (return_date is not null or must_return) and not in_cancelled_protocol
    group by origin_department_id, destination_department_id, status
    having sum(sign) <> 0
  ));
  perform count_returns(array(
    select change
    from old_rows o join new_rows n using (id), lateral (values
      ((o.protocol_id, o.origin_department_id, o.destination_department_id, o.status, o.return_date,
        o.actual_return_date, o.in_cancelled_protocol, -1)::item_change),
      ((n.protocol_id, n.origin_department_id, n.destination_department_id, n.status, n.return_date,
        n.actual_return_date, n.in_cancelled_protocol, 1)::item_change)
    ) changes (change)
    where (o.status, o.return_date, o.actual_return_date, o.in_cancelled_protocol)
      is distinct from (n.status, n.return_date, n.actual_return_date, n.in_cancelled_protocol)
      and (change).return_date is not null
  ));
  return null;
end $$;

create or replace trigger items_derive_changed after update on items
referencing old table as old_rows new table as new_rows
for each statement execute function derive_from_changed_items();

create or replace function derive_from_removed_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(select distinct protocol_id from old_rows));
  perform add_to_return_totals(array(
    select (origin_department_id, destination_department_id, status, -count(*))::return_delta
    from old_rows
    where (return_date is not null or must_return) and not in_cancelled_protocol
    group by origin_department_id, destination_department_id, status
  ));
  perform count_returns(array(
    select (protocol_id, origin_department_id, destination_department_id, status, return_date, actual_return_date,
      in_cancelled_protocol, -1)::item_change
    from old_rows where return_date is not null
  ));
  return null;
end $$;

create or replace trigger items_derive_removed after delete on items
referencing old table as old_rows
for each statement execute function derive_from_removed_items();

create or replace function add_to_item_uses(uses item_use[]) returns void language plpgsql as $$
begin
  if cardinality(uses) = 0 then return; end if;
  insert into item_type_totals as t (item_type_id, origin_department_id, n)
  select item_type_id, origin_department_id, sum(sign)
  from unnest(uses)
  group by 1, 2 having sum(sign) <> 0 order by 1, 2
  on conflict (item_type_id, origin_department_id) do update set n = t.n + excluded.n;

  -- A protocol counts once: from its first item of the category to its last.
  insert into category_totals as t (category_id, origin_department_id, n)
  select category_id, origin_department_id, sum((now.n > 0)::int - (now.n - change > 0)::int) as difference
  from (
    select category_id, origin_department_id, protocol_id, sum(sign) as change
    from unnest(uses)
    where category_id is not null
    group by 1, 2, 3 having sum(sign) <> 0
  ) changed, lateral (
    select count(*) as n from items i
    where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  ) now
  group by 1, 2 having sum((now.n > 0)::int - (now.n - change > 0)::int) <> 0 order by 1, 2
  on conflict (category_id, origin_department_id) do update set n = t.n + excluded.n;
end $$;

-- These fire after items_derive_…, by their names, which has locked the protocols. Two who change items of one protocol
-- queue there; the second then counts what the first has committed.
create or replace function count_uses_of_changed_items() returns trigger language plpgsql as $$
begin
  perform add_to_item_uses(array(
    select (n.protocol_id, n.origin_department_id, used.item_type_id, used.category_id, used.sign)::item_use
    from old_rows o join new_rows n using (id), lateral (
      values (o.item_type_id, o.category_id, -1), (n.item_type_id, n.category_id, 1)
    ) used (item_type_id, category_id, sign)
    where (o.item_type_id, o.category_id) is distinct from (n.item_type_id, n.category_id)
  ));
  return null;
end $$;

create or replace trigger items_uses_changed after update on items
referencing old table as old_rows new table as new_rows
for each statement execute function count_uses_of_changed_items();

create or replace function count_uses_of_removed_items() returns trigger language plpgsql as $$
begin
  perform add_to_item_uses(array(
    select (protocol_id, origin_department_id, item_type_id, category_id, -1)::item_use from old_rows
  ));
  return null;
end $$;

create or replace trigger items_uses_removed after delete on items
referencing old table as old_rows
for each statement execute function count_uses_of_removed_items();

-- For a new time zone, and for the day on which an invariant turns out to be broken.
create or replace function rebuild_derived() returns void language plpgsql as $$
begin
  -- Writers wait: what is read here stays true until the end of the transaction. Readers go on.
  lock table protocols, items in share row exclusive mode;

  update items i set in_cancelled_protocol = c.in_cancelled_protocol, must_return = c.must_return
  from expected.item_copies c
  where c.id = i.id and (c.in_cancelled_protocol, c.must_return) <> (i.in_cancelled_protocol, i.must_return);

  perform count_items(array(select id from protocols));

  delete from protocol_departments;
  insert into protocol_departments select * from expected.protocol_departments order by 1, 2, 3;
  delete from protocol_totals;
  insert into protocol_totals select * from expected.protocol_totals;
  delete from department_totals;
  insert into department_totals select * from expected.department_totals;
  delete from protocol_daily;
  insert into protocol_daily select * from expected.protocol_daily;
  delete from protocol_monthly;
  insert into protocol_monthly select * from expected.protocol_monthly;
  delete from pair_monthly;
  insert into pair_monthly select * from expected.pair_monthly;
  delete from creator_totals;
  insert into creator_totals select * from expected.creator_totals;
  delete from return_totals;
  insert into return_totals select * from expected.return_totals;
  delete from settled_returns;
  insert into settled_returns select * from expected.settled_returns;
  delete from open_returns;
  insert into open_returns select * from expected.open_returns order by 1, 2, 3;
  delete from item_type_totals;
  insert into item_type_totals select * from expected.item_type_totals;
  delete from category_totals;
  insert into category_totals select * from expected.category_totals;
end $$;

-- Another time zone moves protocols to other days.
create or replace function rebuild_for_time_zone() returns trigger language plpgsql
as $$ begin perform rebuild_derived(); return null; end $$;

create or replace trigger settings_rebuild_days after update of time_zone on settings for each row
when (new.time_zone <> old.time_zone)
execute function rebuild_for_time_zone();
