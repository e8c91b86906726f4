-- Departments, categories and item types: a name is taken when another row's name differs at most in letter case,
-- accents and spaces.

-- Normal form for comparing names. NFKC composes letters with their accents and converts no-break spaces to ordinary
-- ones; zero-width characters are dropped.
create or replace function same_name(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return btrim(regexp_replace(
    searchable(regexp_replace(normalize(value, nfkc), '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g')),
    '[\s\u1680\u2028\u2029]+', ' ', 'g'
  ));
end $$;

-- A trigger instead of a unique index on same_name(): it names the row that has the name, and same_name() may improve.
create or replace function refuse_taken_name() returns trigger language plpgsql as $$
declare taken text;
begin
  -- One at a time in each register, so that the next one sees the name of the one before.
  perform pg_advisory_xact_lock(hashtext('names of ' || tg_table_name));
  execute format('select name from %I where same_name(name) = same_name($1) and id <> $2 order by id limit 1', tg_table_name)
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
