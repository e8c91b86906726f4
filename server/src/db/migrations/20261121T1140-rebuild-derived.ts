import { type Kysely, sql } from 'kysely'

/** For a restore that left derived rows out, a new time zone, and the day an invariant turns out to be broken. */
export async function up(db: Kysely<any>) {
  await sql`
    create function rebuild_derived() returns void language plpgsql as $$
    begin
      -- Writers wait: what is read here stays true until the end of the transaction. Readers go on.
      lock table protocols, items in share row exclusive mode;

      update items i set in_cancelled_protocol = c.in_cancelled_protocol
      from expected.item_copies c
      where c.id = i.id and c.in_cancelled_protocol <> i.in_cancelled_protocol;

      perform count_items(array(select id from protocols));

      delete from protocol_departments;
      insert into protocol_departments select * from expected.protocol_departments order by 1, 2, 3;
      delete from protocol_totals;
      insert into protocol_totals select * from expected.protocol_totals;
      delete from department_totals;
      insert into department_totals select * from expected.department_totals;
      delete from protocol_daily;
      insert into protocol_daily select * from expected.protocol_daily;
      delete from protocol_monthly;
      insert into protocol_monthly select * from expected.protocol_monthly;
      delete from return_totals;
      insert into return_totals select * from expected.return_totals;
      delete from item_type_totals;
      insert into item_type_totals select * from expected.item_type_totals;
      delete from category_totals;
      insert into category_totals select * from expected.category_totals;
    end $$;

    -- Another time zone moves protocols to other days.
    create function rebuild_for_time_zone() returns trigger language plpgsql
    as $$ begin perform rebuild_derived(); return null; end $$;

    create trigger settings_rebuild_days after update of time_zone on settings for each row
    when (new.time_zone <> old.time_zone)
    execute function rebuild_for_time_zone();
  `.execute(db)
}
