-- What a due date is derived from is kept beside it (docs/database.md, "Due dates"). `return_date` is what follows.
alter table items
  -- The present basis: a category's days, and the day from which they are counted; all null without one. `due_days` and
  -- its neighbours are the basis of the first date, which never changes.
  add column counted_from date,
  add column counted_days int,
  add column counted_in_business_days boolean,
  -- What the basis gave with the calendar that was last applied to the item.
  add column counted_until date,
  -- The day that people of the origin granted, by hand or at a request.
  add column granted_until date;
alter table items add constraint items_count_is_whole
  check (num_nonnulls(counted_from, counted_days, counted_in_business_days, counted_until) in (0, 4)) not valid;

-- Only open items: nothing moves the date of others.
create temporary table open_items on commit drop as
  with recursive earlier as (
    select id, forwarded_from_item_id as parent_id, null::date as day from items
    where forwarded_from_item_id is not null and status = 'pendente' and not in_cancelled_protocol
    union all
    select e.id, parent.forwarded_from_item_id, parent.return_date
    from earlier e join items parent on parent.id = e.parent_id
  ), limits as (
    select id, min(day) as day from earlier group by id
  ), edits as (
    select item_id, max(id) as id from due_date_changes where kind = 'edit' group by item_id
  ), grants as (
    select distinct on (c.item_id) c.item_id, c.to_date
    from due_date_changes c left join edits e using (item_id)
    where kind in ('extension', 'request') and changed_by is not null and c.id > coalesce(e.id, 0)
    order by c.item_id, c.id desc
  ), bases as (
    select i.id, i.return_date as was, limits.day as due_limit, least(i.return_date, limits.day) as day,
      coalesce(i.original_return_date, i.return_date) as first_date,
      coalesce(g.to_date, case when i.original_return_date is not null then i.return_date end) as granted_until,
      (i.created_at at time zone settings.time_zone)::date as start, i.due_holidays,
      -- An edit has chosen another category since.
      e.id is null and i.due_days is not null as is_kept,
      case when e.id is null and i.due_days is not null then i.due_days else least(c.return_days, 36500) end as days,
      case when e.id is null and i.due_days is not null then i.due_in_business_days else c.day_count = 'Dias úteis' end
        as in_business_days
    from items i
    cross join settings
    left join limits on limits.id = i.id
    left join categories c on c.id = i.category_id
    left join edits e on e.item_id = i.id
    left join grants g on g.item_id = i.id
    where i.status = 'pendente' and not i.in_cancelled_protocol and (i.return_date is not null or limits.day is not null)
  )
  select b.*,
    -- Without a kept basis, the present category is one only while it gives the date.
    coalesce(b.days > 0 and b.was is not null and (
      b.is_kept
      or not b.in_business_days and b.start + b.days = b.first_date
      or b.in_business_days and (
        select count(*) = b.days and bool_or(day = b.first_date)
        from generate_series(b.start + 1, b.first_date, interval '1 day') day
        where extract(isodow from day) < 6 and day::date not in (select date from holidays)
      )
    ), false) as is_counted
  from bases b;

update items i set
  counted_from = case when o.is_counted then o.start end,
  counted_days = case when o.is_counted then o.days end,
  counted_in_business_days = case when o.is_counted then o.in_business_days end,
  counted_until = case
    when not o.is_counted then null
    -- Held back, it may be counted beyond its date.
    when o.day = o.due_limit and not o.in_business_days then o.start + o.days
    when o.day = o.due_limit then (
      select day::date from generate_series(o.start + 1, o.start + o.days * 2 + 60, interval '1 day') day
      where extract(isodow from day) < 6 and day::date not in (
        select (holiday->>'date')::date from jsonb_array_elements(o.due_holidays) holiday
        union all select date from holidays
      )
      order by day offset o.days - 1 limit 1
    )
    else least(o.first_date, o.day)
  end,
  granted_until = case
    when o.granted_until is not null and o.day = o.due_limit then greatest(o.granted_until, o.day)
    when o.granted_until is not null then o.day
    when not o.is_counted and o.was is not null and o.day is distinct from o.due_limit then o.day
  end,
  return_date = o.day,
  original_return_date = case when original_return_date < o.day then original_return_date end
from open_items o where i.id = o.id;

-- Hops that ended after an item before them, or had no date, follow it now, with the record that they would have had.
insert into due_date_changes (item_id, kind, from_date, to_date, changed_at, reason)
select o.id, 'extension', o.was, o.day, now(), 'O item deve sair de ' || d.name || ' até esse dia'
from open_items o join items i on i.id = o.id join departments d on d.id = i.origin_department_id
where o.day is distinct from o.was
order by o.id;

-- Requests whose wish has come true meanwhile.
update extension_requests r set status = 'encerrado', decided_at = now()
from items i where i.id = r.item_id and r.status = 'aberto' and r.requested_date <= i.return_date;
