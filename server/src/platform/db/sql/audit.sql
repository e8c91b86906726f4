-- Audited events are only ever added, even by a bug or by hand in psql. Functions of people.sql and black-outs.sql may do
-- more: remove the name of a person who was anonymised or of a file that was removed, and delete what is older than the
-- retention period. A restore, which only inserts, disables this trigger meanwhile.

create or replace trigger audit_is_append_only before update or delete or truncate on audit_events
for each statement when (current_setting('malote.changing_audit', true) is distinct from 'yes')
execute function refuse_change();
