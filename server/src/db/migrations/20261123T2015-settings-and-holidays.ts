import { type Kysely, sql } from 'kysely'

/**
 * The organisation's settings that the database needs to compute the civil day of an instant, and the holidays, which
 * are not working days.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create table settings (
      only_row boolean primary key default true check (only_row),
      -- The application writes APP_TIMEZONE here when it starts. An unknown zone is refused here, not in the first
      -- trigger that uses it.
      time_zone text not null default 'America/Sao_Paulo' check (timestamptz 'epoch' at time zone time_zone is not null),
      -- Every stored file from before this moment has been looked for in the database; null before the first time.
      files_swept_at timestamptz
    );
    insert into settings default values;

    create table holidays (
      date date primary key,
      name text not null check (btrim(name) <> ''),
      kind text not null default 'national' check (kind in ('national', 'local'))
    );

    -- Years whose national holidays were filled in once, so that one that somebody removes does not come back.
    create table holiday_years (year int primary key);
  `.execute(db)
}
