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

create or replace view tail.due_everywhere as
  select next_return_date, n from protocol_ledger where next_return_date is not null;

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
  select category_id, destination_department_id, returned_on, day as sent_on, n, case when is_late then 0 else n end as n_on_time
  from item_ledger where is_listed and category_id is not null;

create or replace view tail.category_return_spans as
  select category_id, returned_on, sent_on, n, n_on_time from tail.return_spans;

-- All figures, each with the columns by which it counts and those that it sums: a figure is a table of the schema `folded`,
-- and its primary key says by what it counts.
create or replace function figures() returns table (name text, keys text, sums text[]) language sql stable as $$
  select relname, string_agg(quote_ident(attname), ', ' order by attnum) filter (where is_key),
    array_agg(quote_ident(attname) order by attnum) filter (where not is_key)
  from pg_class c
  join pg_index on indrelid = c.oid and indisprimary
  join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
  cross join lateral (select attnum = any((indkey::int2[])[0:indnkeyatts - 1]) as is_key) k
  where relnamespace = 'folded'::regnamespace and relkind = 'r'
  group by relname order by relname
$$;

-- For each figure the view that readers use, which may have several rows per key (they sum them), and its part of
-- fold_ledgers(), which moves the rows of the ledgers into the folded tables unless another session is folding, and returns
-- their number.
do $make$
declare
  figure record;
  moving text := '';
  tidying text := '';
begin
  for figure in select * from figures() loop
    execute format('create or replace view %1$I as table folded.%1$I union all table tail.%1$I', figure.name);
    moving := moving || (
      select format(
        E',\n  %I as (insert into folded.%1$I as t (%2$s, %3$s) select %2$s, %4$s from tail.%1$I group by %2$s having %5$s '
          'on conflict (%2$s) do update set %6$s)',
        figure.name, figure.keys, string_agg(one, ', '), string_agg(format('sum(%s)', one), ', '),
        string_agg(format('sum(%s) <> 0', one), ' or '), string_agg(format('%1$s = t.%1$s + excluded.%1$s', one), ', ')
      ) from unnest(figure.sums) one
    );
    -- Days of which nothing is left have an index; the other tables have few keys.
    if to_regclass(format('folded.%I', figure.name || '_empty_idx')) is not null then
      tidying := tidying || format(E'\n  delete from folded.%I where n = 0;', figure.name);
    end if;
  end loop;

  execute format($body$
create or replace function fold_ledgers() returns int language plpgsql as $$
declare
  moved int;
begin
  -- The usual case on a quiet day: no lock, no transaction id.
  if not exists (select from protocol_ledger) and not exists (select from item_ledger)
    and not exists (select from category_ledger)
  then
    return 0;
  end if;
  if not pg_try_advisory_xact_lock(hashtext('folding')) then return 0; end if;

  -- One statement: all of its parts see the ledgers as of one snapshot, with whole transactions only.
  with protocols_gone as (delete from protocol_ledger returning 1),
  items_gone as (delete from item_ledger returning 1),
  categories_gone as (delete from category_ledger returning 1)%s
  select (select count(*) from protocols_gone) + (select count(*) from items_gone)
    + (select count(*) from categories_gone) into moved;
%s
  return moved;
end $$$body$, moving, tidying);
end $make$;

-- Open items by due date, for each of their departments. No figure: a department has few, and each half is one range of an
-- index. n counts an item once, n_origin where it is to come back to, n_destination where it is to be returned.
create or replace view due_returns as
  select origin_department_id as department_id, return_date, 1 as n, 1 as n_origin, 0 as n_destination from items
  where (return_date is not null or must_return) and not in_cancelled_protocol and status = 'pendente'
    and return_date is not null
  union all
  select destination_department_id, return_date, (origin_department_id <> destination_department_id)::int, 0, 1 from items
  where (return_date is not null or must_return) and not in_cancelled_protocol and status = 'pendente'
    and return_date is not null;

-- Servers of 1.0 read these two, which were figures there.
create or replace view waiting_protocols as
  select department_id, status, 1 as n from protocol_departments where waits;

create or replace view due_protocols as
  select department_id, next_return_date, 1 as n, is_origin::int as n_origin from protocol_departments
  where next_return_date is not null
  union all
  select 0, next_return_date, n, 0 from due_everywhere;

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
  for figure in select name from figures() loop
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
