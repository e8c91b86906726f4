-- What every instance of the server is told at once (db/change-feed.ts).
--
-- PostgreSQL commits transactions with a notify one after the other, so all of this is rare. Protocols, their history and
-- new notifications have no such trigger: the instances read those logs themselves.

-- Instances trust a session for a moment without asking again; they are told whose access was ended or changed. One
-- transaction sends the same news only once, however many rows it changes.
create or replace function tell_session_ended() returns trigger language plpgsql
as $$ begin perform pg_notify('access_changed', old.user_id::text); return null; end $$;

create or replace trigger sessions_access_changed after delete on sessions
for each row execute function tell_session_ended();

create or replace function tell_access_changed() returns trigger language plpgsql
as $$ begin perform pg_notify('access_changed', old.id::text); return null; end $$;

create or replace trigger users_access_changed after delete or update of name, role, department_id, is_active on users
for each row execute function tell_access_changed();

-- What open event streams show and no table keeps a log of: registers, a person's own profile, notifications that were
-- read.
create or replace function tell_registers_changed() returns trigger language plpgsql
as $$ begin perform pg_notify('live_changed', 'registers'); return null; end $$;

create or replace trigger departments_live_changed after insert or update or delete on departments
for each statement execute function tell_registers_changed();
create or replace trigger categories_live_changed after insert or update or delete on categories
for each statement execute function tell_registers_changed();
create or replace trigger item_types_live_changed after insert or update or delete on item_types
for each statement execute function tell_registers_changed();
create or replace trigger suppliers_live_changed after insert or update or delete on suppliers
for each statement execute function tell_registers_changed();
create or replace trigger holidays_live_changed after insert or update or delete on holidays
for each statement execute function tell_registers_changed();
create or replace trigger users_live_changed
after insert or delete or update of name, email, phone, role, department_id, is_active, first_access on users
for each statement execute function tell_registers_changed();

create or replace function tell_person_changed() returns trigger language plpgsql
as $$ begin perform pg_notify('live_changed', 'me ' || new.id); return null; end $$;

-- No screen shows a new password or the moment of the last change.
create or replace trigger users_own_live_changed after update on users for each row
when (
  to_jsonb(old) - 'password_hash' - 'updated_at' - 'search_text'
  is distinct from to_jsonb(new) - 'password_hash' - 'updated_at' - 'search_text'
)
execute function tell_person_changed();

create or replace function tell_inbox_read() returns trigger language plpgsql
as $$ begin perform pg_notify('live_changed', 'inbox ' || new.user_id); return null; end $$;

-- Per row, but a transaction sends the same news only once.
create or replace trigger notifications_live_changed after update of read_at on notifications for each row
when (old.read_at is null and new.read_at is not null)
execute function tell_inbox_read();
