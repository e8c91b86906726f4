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
  (new.id, new.item_id, new.kind, new.from_date, new.to_date, new.changed_by, new.changed_at)
  is distinct from (old.id, old.item_id, old.kind, old.from_date, old.to_date, old.changed_by, old.changed_at)
  or new.reason is distinct from '[conteúdo removido]'
)
execute function refuse_change();
