-- Requests for more time are records, too: what was asked by whom stays, and a decision stays. Their texts may be removed
-- (features/black-outs).

create or replace trigger extension_requests_keep_what_was_asked
before update of id, item_id, requested_date, asked_by, asked_at on extension_requests for each row
when (
  (new.id, new.item_id, new.requested_date, new.asked_by, new.asked_at)
  is distinct from (old.id, old.item_id, old.requested_date, old.asked_by, old.asked_at)
)
execute function refuse_change();

create or replace trigger extension_requests_stay_decided
before update of status, decided_by, decided_at, granted_date on extension_requests for each row
when (
  old.status <> 'aberto'
  and (new.status, new.decided_by, new.decided_at, new.granted_date)
    is distinct from (old.status, old.decided_by, old.decided_at, old.granted_date)
)
execute function refuse_change();

create or replace trigger extension_requests_are_kept before delete or truncate on extension_requests
for each statement execute function refuse_change();

-- What ends the wait for an item, its return included, ends its open request, decided by nobody (contract 21.14), and so
-- does the loss of its due date: a rule of the data, because many use cases end items.
create or replace function end_request_of_item() returns trigger language plpgsql as $$
begin
  update extension_requests set status = 'encerrado',
    decided_at = coalesce(new.cancelled_at, new.completed_at, new.actual_return_date, new.updated_at)
  where item_id = new.id and status = 'aberto';
  return null;
end $$;

create or replace trigger items_end_their_request after update of status, return_date on items for each row
when (
  (old.status = 'pendente' and new.status <> 'pendente') or (old.return_date is not null and new.return_date is null)
)
execute function end_request_of_item();

-- A date that reaches the day that was asked for ends the request, whatever moved it (contract 21.11). People of the
-- origin have granted it; a change of the calendar, and one that follows the department before, is nobody's decision.
create or replace function settle_request_of_item() returns trigger language plpgsql as $$
declare
  is_granted constant boolean := new.kind <> 'calendar' and new.changed_by is not null;
begin
  update extension_requests set
    status = case when is_granted then 'concedido' else 'encerrado' end,
    granted_date = case when is_granted then new.to_date end,
    decided_by = case when is_granted then new.changed_by end,
    decided_at = new.changed_at
  where item_id = new.item_id and status = 'aberto' and requested_date <= new.to_date;
  return null;
end $$;

create or replace trigger due_date_changes_settle_requests after insert on due_date_changes for each row
execute function settle_request_of_item();

-- The copies in requests, and which of them cannot be open any more.
create or replace view expected.extension_requests as
  select r.id, i.protocol_id, p.origin_department_id, p.destination_department_id,
    case
      when r.status = 'aberto' and (i.status <> 'pendente' or i.return_date >= r.requested_date)
        then 'encerrado'
      else r.status
    end as status
  from extension_requests r join items i on i.id = r.item_id join protocols p on p.id = i.protocol_id;
