import { type Kysely, sql } from 'kysely'

/** What every search and every alphabetical list relies on: accents and case do not matter, `%` and `_` are literal. */
export async function up(db: Kysely<any>) {
  await sql`
    create extension if not exists pg_trgm;
    create extension if not exists unaccent;

    -- unaccent() is only stable, because its dictionary could be changed; ours never is, so that generated columns and
    -- indexes may use this. PL/pgSQL, because a function in SQL that is not inlined costs several times more per call.
    create function searchable(value text) returns text
    language plpgsql immutable strict parallel safe
    as $$ begin return lower(public.unaccent('public.unaccent', value)); end $$;
  `.execute(db)
}
