import { type Kysely, sql } from 'kysely'

/**
 * The organisation's settings that the database needs to compute the civil day of an instant, and the holidays, which
 * are not working days.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create table settings (
      only_row boolean primary key default true check (only_row),
      -- The application writes APP_TIMEZONE here at start. The check refuses an unknown zone at once, not in the first
      -- trigger that uses it.
      time_zone text not null default 'America/Sao_Paulo' check (timestamptz 'epoch' at time zone time_zone is not null),
      -- All files stored before this time have been checked for orphans; null before the first sweep.
      files_swept_at timestamptz
    );
    insert into settings default values;

    create table holidays (
      date date primary key,
      name text not null check (btrim(name) <> ''),
      kind text not null default 'national' check (kind in ('national', 'local'))
    );

    -- Years whose national holidays were added, once each, so that holidays deleted by an Admin are not added again.
    create table holiday_years (year int primary key);
  `.execute(db)
}
