-- Records changes of protocols and items in the ledgers, from which every figure is computed (figures.sql). A change
-- appends the old state of a protocol or an item with n = -1, and the new state with n = 1. Ledger rows are never
-- updated, so that concurrent changes do not wait for each other.

-- A row trigger for protocols, because each action changes one row: half the cost of transition tables with one row.
create or replace function record_protocol() returns trigger language plpgsql as $$
begin
  insert into protocol_ledger (
    origin_department_id, destination_department_id, day, status, next_return_date, created_by, seconds_to_complete, n
  )
  -- civil_day() written out: a call costs as much as the row.
  select origin_department_id, destination_department_id, (created_at at time zone time_zone)::date, status,
    next_return_date, created_by, sign * seconds_to_complete(created_at, completed_at), sign
  from (select new.*, 1 as sign union all select old.*, -1 where tg_op = 'UPDATE') p, settings
  where tg_op = 'INSERT'
    or (new.status, new.completed_at, new.next_return_date) is distinct from (old.status, old.completed_at, old.next_return_date);

  if tg_op = 'INSERT' then
    insert into protocol_departments select * from expected.protocol_departments where protocol_id = new.id;
    return null;
  end if;
  update protocol_departments d set status = e.status, next_return_date = e.next_return_date, waits = e.waits
  from expected.protocol_departments e
  where e.protocol_id = new.id
    and (d.department_id, d.created_at, d.protocol_id) = (e.department_id, e.created_at, e.protocol_id)
    and (d.status, d.next_return_date, d.waits) is distinct from (e.status, e.next_return_date, e.waits);

  -- What was returned before its protocol is cancelled leaves the returns list.
  if new.status = 'Cancelado' and new.status <> old.status then
    update items set in_cancelled_protocol = true where protocol_id = new.id;
  end if;
  return null;
end $$;

-- A creation writes all of this itself, in the statement that inserts the rows (features/protocols/create/insertion.ts):
-- it knows what the triggers would have to look up. For the time of that statement, the setting
-- malote.recorded_protocol has the id of its protocol. Servers of older releases leave everything to the triggers.
create or replace trigger protocols_record_new after insert on protocols for each row
when (current_setting('malote.recorded_protocol', true) is distinct from new.id::text)
execute function record_protocol();

create or replace trigger protocols_record_changed
after update of status, completed_at, next_return_date, pending_items, returned_items on protocols
for each row
when (
  (new.status, new.completed_at, new.next_return_date, new.total_items, new.pending_items, new.returned_items, new.cancelled_items)
  is distinct from
  (old.status, old.completed_at, old.next_return_date, old.total_items, old.pending_items, old.returned_items, old.cancelled_items)
)
execute function record_protocol();

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

-- Statement triggers for items, because several items often become one ledger row. They differ only in the rows that they get.
do $make$
declare
  event record;
begin
  for event in select * from (values
    ('record_new_items', 'items_record_new', 'insert', 'new table as new_rows',
      'select *, 1 as sign from new_rows',
      -- Empty, not null, in a session that has created a protocol before.
      $$when (coalesce(current_setting('malote.recorded_protocol', true), '') = '')$$),
    ('record_changed_items', 'items_record_changed', 'update', 'old table as old_rows new table as new_rows',
      'select *, -1 as sign from old_rows union all select *, 1 from new_rows', ''),
    ('record_removed_items', 'items_record_removed', 'delete', 'old table as old_rows',
      'select *, -1 as sign from old_rows', '')
  ) e (function, trigger, kind, tables, changes, condition) loop
    execute format($body$
create or replace function %1$I() returns trigger language plpgsql as $$
begin
  -- First, because it locks the protocols: of two transactions that change items of the same protocol, the second then sees what
  -- the first has committed.
  perform count_items(array(
    select distinct protocol_id from (
      select protocol_id from (%2$s) i
      group by protocol_id, status, return_date, responsible_id, item_type_id, category_id having sum(sign) <> 0
    ) changed
  ));

  insert into item_ledger (
    origin_department_id, destination_department_id, day, item_type_id, status, return_date, is_late, is_listed,
    is_unassigned, category_id, returned_on, n
  )
  -- civil_day() written out, as above.
  select i.origin_department_id, i.destination_department_id, (p.created_at at time zone time_zone)::date, item_type_id,
    i.status, return_date, (actual_return_date at time zone time_zone)::date > return_date,
    (return_date is not null or must_return) and not in_cancelled_protocol, responsible_id is null,
    case when actual_return_date is not null then category_id end, (actual_return_date at time zone time_zone)::date,
    sum(sign)
  from (%2$s) i, settings, lateral (select created_at from protocols where id = i.protocol_id offset 0) p
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  having sum(sign) <> 0;

  perform record_categories(array(select (category_id, protocol_id, sign)::category_change from (%2$s) i));
  return null;
end $$;

create or replace trigger %3$I after %4$s on items referencing %5$s for each statement %6$s execute function %1$I()
$body$, event.function, event.changes, event.trigger, event.kind, event.tables, event.condition);
  end loop;
end $make$;
