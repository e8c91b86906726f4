-- Notifications sent to every instance of the server (db/change-feed.ts).
--
-- PostgreSQL serializes the commits of transactions that notify, so these are only for rare changes. Protocols, their
-- history and new notifications have no such trigger: the instances poll those tables.

-- Instances cache sessions for a short time, so they are notified whose access was ended or changed. A transaction
-- sends the same notification only once, however many rows it changes.
create or replace function tell_session_ended() returns trigger language plpgsql
as $$ begin perform pg_notify('access_changed', old.user_id::text); return null; end $$;

create or replace trigger sessions_access_changed after delete or update of duty on sessions
for each row execute function tell_session_ended();

create or replace function tell_access_changed() returns trigger language plpgsql
as $$ begin perform pg_notify('access_changed', old.id::text); return null; end $$;

create or replace trigger users_access_changed after delete or update of name, role, department_id, is_active on users
for each row execute function tell_access_changed();

-- Changes that open event streams show and that no table logs: registers, a person's own profile, notifications marked
-- as read.
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

-- Ignores columns that no screen shows: the password and the time of the last change.
create or replace trigger users_own_live_changed after update on users for each row
when (
  to_jsonb(old) - 'password_hash' - 'updated_at' - 'search_text'
  is distinct from to_jsonb(new) - 'password_hash' - 'updated_at' - 'search_text'
)
execute function tell_person_changed();

create or replace function tell_inbox_read() returns trigger language plpgsql
as $$ begin perform pg_notify('live_changed', 'inbox ' || new.user_id); return null; end $$;

-- A row trigger, but a transaction sends the same notification only once.
create or replace trigger notifications_live_changed after update of read_at on notifications for each row
when (old.read_at is null and new.read_at is not null)
execute function tell_inbox_read();
