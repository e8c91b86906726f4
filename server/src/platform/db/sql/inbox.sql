-- Deletes the notifications of a deleted person. A trigger instead of a foreign key, which would be checked for every
-- recipient of every notification. A notification written at the same moment remains until the cleanup of old ones.

create or replace function remove_inbox() returns trigger language plpgsql
as $$ begin delete from notifications where user_id = old.id; return null; end $$;

create or replace trigger users_take_their_inbox_along after delete on users for each row
execute function remove_inbox();
