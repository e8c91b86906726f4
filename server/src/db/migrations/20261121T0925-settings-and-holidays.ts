import { type Kysely, sql } from 'kysely'

/** What the database must know of the organisation to say which day an instant falls on, and which days do not count. */
export async function up(db: Kysely<any>) {
  await sql`
    -- One row. The application writes APP_TIMEZONE here when it starts.
    create table settings (
      only_row boolean primary key default true check (only_row),
      -- An unknown zone is an error already here, not in the first trigger that uses it.
      time_zone text not null default 'America/Sao_Paulo' check (timestamptz 'epoch' at time zone time_zone is not null)
    );
    insert into settings default values;

    -- The organisation's day on which an instant falls.
    create function civil_day(instant timestamptz) returns date
    language sql stable strict parallel safe
    as $$ select (instant at time zone (select time_zone from public.settings))::date $$;

    create table holidays (
      date date primary key,
      name text not null check (btrim(name) <> ''),
      kind text not null default 'national' check (kind in ('national', 'local'))
    );
  `.execute(db)
}
