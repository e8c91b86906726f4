-- Occurrences are records of custody, too: what was reported and by whom stays, and a settled one stays settled. Its texts
-- may be removed (features/black-outs).

create or replace trigger occurrences_keep_their_opening
before update of id, item_id, kind, opened_by, opened_at on occurrences for each row
when (
  (new.id, new.item_id, new.kind, new.opened_by, new.opened_at)
  is distinct from (old.id, old.item_id, old.kind, old.opened_by, old.opened_at)
)
execute function refuse_change();

create or replace trigger occurrences_stay_resolved
before update of status, outcome, resolved_by, resolved_at on occurrences for each row
when (
  old.status = 'resolvida'
  and (new.status, new.outcome, new.resolved_by, new.resolved_at)
    is distinct from (old.status, old.outcome, old.resolved_by, old.resolved_at)
)
execute function refuse_change();

create or replace trigger occurrences_are_kept before delete or truncate on occurrences for each statement
execute function refuse_change();

-- Whatever ends an item or its protocol settles its open occurrences, without an outcome (contract 20.13): a rule of the
-- data, because many use cases end items.

create or replace function settle_occurrences_of_item() returns trigger language plpgsql as $$
begin
  update occurrences set status = 'resolvida', resolved_at = coalesce(new.completed_at, new.cancelled_at, new.updated_at)
  where item_id = new.id and status = 'aberta';
  return null;
end $$;

create or replace trigger items_settle_their_occurrences after update of status on items for each row
when (new.status in ('concluído', 'cancelado') and old.status <> new.status)
execute function settle_occurrences_of_item();

-- Also of items that stay returned in a cancelled protocol.
create or replace function settle_occurrences_of_protocol() returns trigger language plpgsql as $$
begin
  update occurrences set status = 'resolvida', resolved_at = coalesce(new.completed_at, new.cancelled_at)
  where protocol_id = new.id and status = 'aberta';
  return null;
end $$;

create or replace trigger protocols_settle_their_occurrences after update of status on protocols for each row
when (new.status in ('Concluído', 'Cancelado') and old.status <> new.status)
execute function settle_occurrences_of_protocol();

-- A corrected number is also that of what was reported about the item.
create or replace function renumber_occurrences_of_item() returns trigger language plpgsql as $$
begin
  update occurrences set document_number = new.document_number where item_id = new.id;
  return null;
end $$;

create or replace trigger items_renumber_their_occurrences after update of document_number on items for each row
when (old.document_number is distinct from new.document_number)
execute function renumber_occurrences_of_item();

-- The copies in occurrences, and which of them cannot be open any more.
create or replace view expected.occurrences as
  select o.id, i.protocol_id, p.origin_department_id, p.destination_department_id, i.document_number,
    case
      when i.status in ('concluído', 'cancelado') or p.status in ('Concluído', 'Cancelado') then 'resolvida'
      else o.status
    end as status
  from occurrences o join items i on i.id = o.item_id join protocols p on p.id = i.protocol_id;
