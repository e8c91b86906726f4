-- Departments, categories and item types: a name is taken when another row's name differs at most in letter case,
-- accents, spaces and what nobody sees (searchable()).

-- Servers of 1.0.0 still ask for it.
create or replace function same_name(value text) returns text language sql immutable strict parallel safe
return searchable(value);

-- A trigger instead of a unique index on searchable(): it names the row that has the name, and searchable() may improve.
create or replace function refuse_taken_name() returns trigger language plpgsql as $$
declare taken text;
begin
  -- One at a time in each register, so that the next one sees the name of the one before.
  perform pg_advisory_xact_lock(hashtext('names of ' || tg_table_name));
  execute format('select name from %I where searchable(name) = searchable($1) and id <> $2 order by id limit 1', tg_table_name)
    into taken using new.name, new.id;
  if taken is not null then
    raise unique_violation using message = format('a row of %s has this name already', tg_table_name),
      detail = taken, table = tg_table_name, column = 'name';
  end if;
  return new;
end $$;

create or replace trigger departments_refuse_taken_name before insert on departments
for each row execute function refuse_taken_name();
create or replace trigger departments_refuse_new_taken_name before update of name on departments
for each row when (new.name <> old.name) execute function refuse_taken_name();

create or replace trigger categories_refuse_taken_name before insert on categories
for each row execute function refuse_taken_name();
create or replace trigger categories_refuse_new_taken_name before update of name on categories
for each row when (new.name <> old.name) execute function refuse_taken_name();

create or replace trigger item_types_refuse_taken_name before insert on item_types
for each row execute function refuse_taken_name();
create or replace trigger item_types_refuse_new_taken_name before update of name on item_types
for each row when (new.name <> old.name) execute function refuse_taken_name();

-- Remembers when a name changed, whoever changes the row.
create or replace function stamp_rename() returns trigger language plpgsql as $$
begin
  new.renamed_at := now();
  return new;
end $$;

create or replace trigger departments_stamp_rename before update of name on departments
for each row when (old.name is distinct from new.name) execute function stamp_rename();

create or replace trigger item_types_stamp_rename before update of name on item_types
for each row when (old.name is distinct from new.name) execute function stamp_rename();
