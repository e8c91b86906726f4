-- Searching and sorting: accents and letter case do not matter.
--
-- Applied before the migrations, because generated columns and indexes use these functions. Whoever changes what they
-- return must also rewrite the columns and indexes: PostgreSQL believes that an immutable function never changes.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() is only stable, because its dictionary could be changed; ours never is. PL/pgSQL, because a function in SQL
-- that is not inlined costs several times more per call.
create or replace function searchable(value text) returns text
language plpgsql immutable strict parallel safe
as $$ begin return lower(public.unaccent('public.unaccent', value)); end $$;

-- Every five digits in a row, each once; what is looked for is taken apart in the same way (db/search.ts).
create or replace function digit_grams(value text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(run[1], start, 5)), '{}')
  from regexp_matches(value, '[0-9]{5,}', 'g') run, generate_series(1, length(run[1]) - 4) start
$$;
