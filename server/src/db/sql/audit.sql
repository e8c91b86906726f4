-- Audited events are only ever added, even by a bug or by hand in psql. A restore, which only inserts, disables this
-- trigger meanwhile.

create or replace trigger audit_is_append_only before update or delete or truncate on audit_events
for each statement execute function refuse_change();
