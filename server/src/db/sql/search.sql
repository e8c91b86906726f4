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

-- All distinct sequences of five digits; search terms are split in the same way (db/search.ts).
create or replace function digit_grams(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(run[1], start, 5)), '{}')
  from regexp_matches(value, '[0-9]{5,}', 'g') run, generate_series(1, length(run[1]) - 4) start
$$;
