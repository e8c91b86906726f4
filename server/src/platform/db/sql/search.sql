-- Searching and sorting without accents and letter case.
--
-- Applied before the migrations, because generated columns and indexes use these functions. If you change what they
-- return, also rewrite those columns and indexes: PostgreSQL assumes that an immutable function never changes.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only stable, because its dictionary could be changed; ours never is. Written in PL/pgSQL, because an
-- SQL function that is not inlined costs several times more per call.
create or replace function searchable(value text) returns text
language plpgsql immutable strict parallel safe
as $$ begin return lower(public.unaccent('public.unaccent', value)); end $$;

-- All distinct sequences of five digits; search terms are split in the same way (db/search.ts). A loop, because regular
-- expressions that return rows cost three times as much for a number of usual length, and every new item has one.
create or replace function digit_grams(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  grams text[] := '{}';
  gram text;
begin
  for start in 1 .. length(value) - 4 loop
    gram := substr(value, start, 5);
    if gram ~ '^[0-9]{5}$' and gram <> all (grams) then grams := grams || gram; end if;
  end loop;
  return grams;
end $$;
