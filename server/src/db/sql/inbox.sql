-- A person who is deleted takes their notifications along. A trigger instead of a foreign key, which would be checked for
-- every recipient of every notice. A notice that is written at that very moment stays until old ones are cleaned up.

create or replace function remove_inbox() returns trigger language plpgsql
as $$ begin delete from notifications where user_id = old.id; return null; end $$;

create or replace trigger users_take_their_inbox_along after delete on users for each row
execute function remove_inbox();
