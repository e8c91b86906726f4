-- Records changes of protocols and items in the ledgers, from which every figure is computed (figures.sql). A change
-- appends the old state of a protocol or an item with n = -1, and the new state with n = 1. Ledger rows are never
-- updated, so that concurrent changes do not wait for each other.

-- Row triggers for protocols, because each action changes one row: half the cost of transition tables with one row.

create or replace function record_new_protocol() returns trigger language plpgsql as $$
begin
  insert into protocol_departments (
    department_id, created_at, protocol_id, status, other_department_id, is_origin, next_return_date, waits
  )
  select side, new.created_at, new.id, new.status, other, is_origin, new.next_return_date,
    (side = new.destination_department_id and waits_at_destination(new.status, new.pending_items))
    or (is_origin and waits_at_origin(
      new.status, new.total_items, new.pending_items, new.returned_items, new.cancelled_items
    ))
  from (values
    (new.origin_department_id, new.destination_department_id, true),
    (new.destination_department_id, new.origin_department_id, false)
  ) sides (side, other, is_origin)
  where is_origin or side <> other;

  insert into protocol_ledger (
    origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete, n
  )
  -- civil_day() written out: a call costs as much as the row, and creations are frequent.
  select new.origin_department_id, new.destination_department_id, (new.created_at at time zone time_zone)::date,
    new.status, new.next_return_date, new.created_by, seconds_to_complete(new.created_at, new.completed_at), 1
  from settings;
  return null;
end $$;

-- A creation writes all of this itself, in the statement that inserts the rows (features/protocols/create/insertion.ts):
-- it knows what the triggers would have to look up. For the time of that statement, the setting
-- malote.recorded_protocol has the id of its protocol. Servers of older releases leave everything to the triggers.
create or replace trigger protocols_record_new after insert on protocols for each row
when (current_setting('malote.recorded_protocol', true) is distinct from new.id::text)
execute function record_new_protocol();

create or replace function record_changed_protocol() returns trigger language plpgsql as $$
declare
  day date := civil_day(new.created_at);
  was_at_origin boolean := waits_at_origin(
    old.status, old.total_items, old.pending_items, old.returned_items, old.cancelled_items
  );
  was_at_destination boolean := waits_at_destination(old.status, old.pending_items);
  at_origin boolean := waits_at_origin(
    new.status, new.total_items, new.pending_items, new.returned_items, new.cancelled_items
  );
  at_destination boolean := waits_at_destination(new.status, new.pending_items);
begin
  if (new.status, new.completed_at, new.next_return_date, at_origin, at_destination)
    is not distinct from (old.status, old.completed_at, old.next_return_date, was_at_origin, was_at_destination)
  then
    return null;
  end if;

  insert into protocol_ledger (
    origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete, n
  ) values (
    old.origin_department_id, old.destination_department_id, day, old.status, old.next_return_date, old.created_by,
    -seconds_to_complete(old.created_at, old.completed_at), -1
  ), (
    new.origin_department_id, new.destination_department_id, day, new.status, new.next_return_date, new.created_by,
    seconds_to_complete(new.created_at, new.completed_at), 1
  );

  update protocol_departments set status = new.status, next_return_date = new.next_return_date,
    waits = (is_origin and at_origin) or (department_id = new.destination_department_id and at_destination)
  where department_id = any(array[new.origin_department_id, new.destination_department_id])
    and created_at = new.created_at and protocol_id = new.id;

  -- What was returned before its protocol is cancelled leaves the returns list.
  if new.status = 'Cancelado' and new.status <> old.status then
    update items set in_cancelled_protocol = true where protocol_id = new.id;
  end if;
  return null;
end $$;

create or replace trigger protocols_record_changed
after update of status, completed_at, next_return_date, pending_items, returned_items on protocols
for each row
when (
  (new.status, new.completed_at, new.next_return_date, new.total_items, new.pending_items, new.returned_items, new.cancelled_items)
  is distinct from
  (old.status, old.completed_at, old.next_return_date, old.total_items, old.pending_items, old.returned_items, old.cancelled_items)
)
execute function record_changed_protocol();

-- Statement triggers for items, because several items often become one ledger row. count_items() comes first, because
-- it locks the protocols: of two transactions that change items of the same protocol, the second then sees what the
-- first has committed.

create or replace function record_new_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(select distinct protocol_id from new_rows));

  insert into item_ledger (
    origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
    is_unassigned, n
  )
  select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
    civil_day(actual_return_date) > return_date,
    (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, count(*)
  from new_rows i, lateral (
    -- civil_day() written out, as above.
    select (created_at at time zone time_zone)::date as day from settings, protocols where id = i.protocol_id offset 0
  ) p
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

  insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
  select category_id, destination_department_id, p.day, civil_day(actual_return_date),
    civil_day(actual_return_date) > return_date, count(*)
  from new_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
  group by 1, 2, 3, 4, 5;

  -- A protocol counts once, with its first items of the category: when all that it has of it are these.
  insert into category_ledger (category_id, n)
  select category_id, count(*)
  from (
    select category_id, protocol_id, count(*) as added from new_rows where category_id is not null group by 1, 2
  ) changed
  where added = (
    select count(*) from items i where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  )
  group by 1;
  return null;
end $$;

create or replace trigger items_record_new after insert on items
referencing new table as new_rows
for each statement
-- Empty, not null, in a session that has created a protocol before.
when (coalesce(current_setting('malote.recorded_protocol', true), '') = '')
execute function record_new_items();

-- Counts a protocol in the categories of which it got its first item, and removes it from those of which it lost its
-- last.
create or replace function record_categories(changes category_change[]) returns void language plpgsql as $$
begin
  if cardinality(changes) = 0 then return; end if;
  insert into category_ledger (category_id, n)
  select category_id, sum((now.n > 0)::int - (now.n - change > 0)::int)
  from (
    select category_id, protocol_id, sum(sign) as change
    from unnest(changes) where category_id is not null
    group by 1, 2 having sum(sign) <> 0
  ) changed, lateral (
    select count(*) as n from items i
    where i.category_id = changed.category_id and i.protocol_id = changed.protocol_id
  ) now
  group by 1 having sum((now.n > 0)::int - (now.n - change > 0)::int) <> 0;
end $$;

create or replace function record_changed_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(
    select distinct n.protocol_id from old_rows o join new_rows n using (id)
    where (o.status, o.return_date, o.responsible_id, o.item_type_id, o.category_id)
      is distinct from (n.status, n.return_date, n.responsible_id, n.item_type_id, n.category_id)
  ));

  if exists (
    select from old_rows o join new_rows n using (id)
    where (
      o.item_type_id, o.status, o.return_date, o.actual_return_date, o.must_return, o.in_cancelled_protocol,
      o.responsible_id is null
    ) is distinct from (
      n.item_type_id, n.status, n.return_date, n.actual_return_date, n.must_return, n.in_cancelled_protocol,
      n.responsible_id is null
    )
  ) then
    insert into item_ledger (
      origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
      is_unassigned, n
    )
    select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
      civil_day(actual_return_date) > return_date,
      (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, sum(sign)
    from (select *, -1 as sign from old_rows union all select *, 1 from new_rows) i,
      lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(sign) <> 0;
  end if;

  if exists (
    select from old_rows o join new_rows n using (id)
    where num_nonnulls(o.actual_return_date, n.actual_return_date) > 0
      and (o.category_id, o.actual_return_date, o.return_date, o.in_cancelled_protocol)
        is distinct from (n.category_id, n.actual_return_date, n.return_date, n.in_cancelled_protocol)
  ) then
    insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
    select category_id, destination_department_id, p.day, civil_day(actual_return_date),
      civil_day(actual_return_date) > return_date, sum(sign)
    from (select *, -1 as sign from old_rows union all select *, 1 from new_rows) i,
      lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
    where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
    group by 1, 2, 3, 4, 5
    having sum(sign) <> 0;
  end if;

  perform record_categories(array(
    select (o.category_id, o.protocol_id, -1)::category_change from old_rows o join new_rows n using (id)
    where o.category_id is distinct from n.category_id
    union all
    select (n.category_id, n.protocol_id, 1)::category_change from old_rows o join new_rows n using (id)
    where o.category_id is distinct from n.category_id
  ));
  return null;
end $$;

create or replace trigger items_record_changed after update on items
referencing old table as old_rows new table as new_rows
for each statement execute function record_changed_items();

create or replace function record_removed_items() returns trigger language plpgsql as $$
begin
  perform count_items(array(select distinct protocol_id from old_rows));

  insert into item_ledger (
    origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
    is_unassigned, n
  )
  select origin_department_id, destination_department_id, p.day, item_type_id, status, return_date,
    civil_day(actual_return_date) > return_date,
    (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null, -count(*)
  from old_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

  insert into return_ledger (category_id, destination_department_id, sent_on, returned_on, is_late, n)
  select category_id, destination_department_id, p.day, civil_day(actual_return_date),
    civil_day(actual_return_date) > return_date, -count(*)
  from old_rows i, lateral (select civil_day(created_at) as day from protocols where id = i.protocol_id offset 0) p
  where category_id is not null and actual_return_date is not null and not in_cancelled_protocol
  group by 1, 2, 3, 4, 5;

  perform record_categories(array(select (category_id, protocol_id, -1)::category_change from old_rows));
  return null;
end $$;

create or replace trigger items_record_removed after delete on items
referencing old table as old_rows
for each statement execute function record_removed_items();
