-- Why an item is due on its day is a record of custody, too: what the first date was computed from, and every change of
-- it. A reason may be removed (features/black-outs), nothing else of a row changes.

create or replace trigger items_keep_their_due_basis
before update of due_days, due_in_business_days, due_holidays on items for each row
when (
  (new.due_days, new.due_in_business_days, new.due_holidays)
  is distinct from (old.due_days, old.due_in_business_days, old.due_holidays)
)
execute function refuse_change();

create or replace trigger due_date_changes_are_append_only before delete or truncate on due_date_changes
for each statement execute function refuse_change();

create or replace trigger due_date_changes_keep_their_rows before update on due_date_changes for each row
when (
  (new.id, new.item_id, new.kind, new.from_date, new.to_date, new.changed_by, new.changed_at, new.texts)
  is distinct from
  (old.id, old.item_id, old.kind, old.from_date, old.to_date, old.changed_by, old.changed_at, old.texts)
  or new.reason is distinct from '[conteúdo removido]'
)
execute function refuse_change();

-- The earliest date in the chain up to an item, that item's own included: what continues it must be back by then.
create or replace function due_limit(item_id int) returns date language sql stable parallel safe as $$
  with recursive earlier as (
    select forwarded_from_item_id as parent_id, return_date from items where id = item_id
    union all
    select parent.forwarded_from_item_id, parent.return_date from earlier join items parent on parent.id = parent_id
  )
  select min(return_date) from earlier
$$;

-- Dates that are written without what they are derived from: by servers of 1.0, while both versions run, and by hand.
-- They count as what they most likely are, so that the next derivation leaves them as they are.
create or replace function adopt_due_date() returns trigger language plpgsql as $$
begin
  if new.return_date is null then
    new.counted_from := null; new.counted_days := null; new.counted_in_business_days := null;
    new.counted_until := null; new.granted_until := null;
    return new;
  end if;
  if tg_op = 'INSERT' and new.due_days is not null then
    new.counted_from := civil_day(new.created_at); new.counted_days := new.due_days;
    new.counted_in_business_days := new.due_in_business_days; new.counted_until := new.return_date;
    return new;
  end if;
  if new.return_date is not distinct from
    least(due_limit(new.forwarded_from_item_id), greatest(new.counted_until, new.granted_until))
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.category_id is distinct from old.category_id then
    select civil_day(new.created_at), return_days, day_count = 'Dias úteis', new.return_date
    into new.counted_from, new.counted_days, new.counted_in_business_days, new.counted_until
    from categories where id = new.category_id and return_days > 0;
  end if;
  if new.counted_until is not null and new.original_return_date is null then
    new.counted_until := new.return_date; new.granted_until := null;
  else
    if new.counted_until > new.return_date then new.counted_until := new.return_date; end if;
    new.granted_until := new.return_date;
  end if;
  return new;
end $$;

create or replace trigger items_adopt_new_due_date before insert on items for each row
when (new.return_date is not null and new.counted_from is null)
execute function adopt_due_date();

create or replace trigger items_adopt_due_date before update of return_date on items for each row
when (new.return_date is distinct from old.return_date)
execute function adopt_due_date();
