-- Custody records are immutable: sender, recipient and times never change, closed protocols stay closed, and nothing is
-- deleted, even by a bug or by hand in psql. A restore, which only inserts, disables these triggers meanwhile.
--
-- The triggers list their columns; otherwise PostgreSQL would prepare the conditions for every update of a counter.

create or replace function refuse_change() returns trigger language plpgsql
as $$ begin raise exception '%: % refused', tg_table_name, tg_name using errcode = 'restrict_violation'; end $$;

create or replace trigger protocols_keep_their_origin
before update of id, origin_department_id, destination_department_id, created_by, created_at on protocols for each row
when (
  (new.id, new.origin_department_id, new.destination_department_id, new.created_by, new.created_at)
  is distinct from
  (old.id, old.origin_department_id, old.destination_department_id, old.created_by, old.created_at)
)
execute function refuse_change();

create or replace trigger protocols_stay_closed
before update of status, completed_at, cancelled_at on protocols for each row
when (
  old.status in ('Concluído', 'Cancelado')
  and (new.status, new.completed_at, new.cancelled_at) is distinct from (old.status, old.completed_at, old.cancelled_at)
)
execute function refuse_change();

create or replace trigger protocols_go_forward before update of status on protocols for each row
when (old.status = 'Em andamento' and new.status = 'Pendente')
execute function refuse_change();

create or replace trigger protocols_are_kept before delete or truncate on protocols for each statement
execute function refuse_change();

create or replace trigger items_keep_their_protocol
before update of id, protocol_id, origin_department_id, destination_department_id, created_at on items for each row
when (
  (new.id, new.protocol_id, new.origin_department_id, new.destination_department_id, new.created_at)
  is distinct from
  (old.id, old.protocol_id, old.origin_department_id, old.destination_department_id, old.created_at)
)
execute function refuse_change();

-- The chain of an item is evidence of who had it: an item neither joins nor leaves one after it was sent.
create or replace trigger items_keep_their_chain
before update of forwarded_from_item_id on items for each row
when (new.forwarded_from_item_id is distinct from old.forwarded_from_item_id)
execute function refuse_change();

create or replace trigger protocols_keep_their_redirection
before update of redirected_from on protocols for each row
when (old.redirected_from is not null and new.redirected_from is distinct from old.redirected_from)
execute function refuse_change();

create or replace trigger items_stay_settled before update of status on items for each row
when (
  (old.status in ('concluído', 'cancelado') and new.status <> old.status)
  or (old.status = 'retornado' and new.status in ('pendente', 'cancelado'))
)
execute function refuse_change();

create or replace trigger items_are_not_truncated before truncate on items for each statement
execute function refuse_change();

-- The texts of an entry may be removed, by black_out_history() alone (chain.sql).
create or replace trigger history_is_append_only before delete or truncate on history for each statement
execute function refuse_change();

create or replace trigger history_keeps_its_entries before update on history for each statement
when (current_setting('malote.blacking_out', true) is distinct from 'yes')
execute function refuse_change();

create or replace trigger history_items_are_append_only before delete or truncate on history_items
for each statement execute function refuse_change();

create or replace trigger history_items_keep_their_entries before update on history_items for each statement
when (current_setting('malote.blacking_out', true) is distinct from 'yes')
execute function refuse_change();
