import { type Kysely, sql } from 'kysely'

/** How many protocols each person has created, for the list of people, which otherwise counts all protocols there are. */
export async function up(db: Kysely<any>) {
  await sql`
    -- People who have created none have no row. fillfactor: the same few rows change all day.
    create table creator_totals (
      user_id int primary key,
      n int not null
    ) with (fillfactor = 50);

    create view expected.creator_totals as
      select created_by as user_id, count(*)::int as n from protocols group by 1;

    -- The creator of a protocol never changes, and only their own creations share the row. Triggers fire in the order of
    -- their names: this one comes after those rows of the departments that the same person's creations wait for anyway.
    create function count_creation() returns trigger language plpgsql as $$
    begin
      insert into creator_totals as t (user_id, n) values (new.created_by, 1)
      on conflict (user_id) do update set n = t.n + 1;
      return null;
    end $$;
    create trigger protocols_derive_new_creator after insert on protocols for each row execute function count_creation();

    create function rebuild_creator_totals() returns void language plpgsql as $$
    begin
      delete from creator_totals;
      insert into creator_totals select * from expected.creator_totals;
    end $$;

    -- Joins what rebuild_derived() rebuilds, whatever the migrations before made of it.
    do $$
    begin
      execute replace(
        pg_get_functiondef('rebuild_derived()'::regprocedure),
        'perform rebuild_report_roll_ups();',
        'perform rebuild_report_roll_ups(); perform rebuild_creator_totals();'
      );
    end $$;

    select rebuild_creator_totals();
  `.execute(db)
}
