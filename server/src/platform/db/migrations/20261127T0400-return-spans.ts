import { type Kysely, sql } from 'kysely'

/**
 * How long items take to come back, for what is usual.
 *
 * Protocols and items are locked until the end of the transaction, which also replaces the triggers: no return recorded
 * by an older server is missed in between. Reads every item once: ten to twenty seconds with a million returned ones.
 */
export async function up(db: Kysely<any>) {
  await sql`
    lock table protocols, items in share row exclusive mode;

    -- Returned items with a category. Not part of item_ledger: creations would write more rows there, one per category.
    create table return_ledger (
      category_id int not null,
      destination_department_id int not null,
      -- Civil days of the protocol's creation and of the return.
      sent_on date not null,
      returned_on date not null,
      is_late boolean not null,
      n int not null
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

    -- Both days, not the number between them: how many of them are business days changes with the calendar, and whether
    -- that counts with the category.
    create table folded.return_spans (
      category_id int not null,
      destination_department_id int not null,
      returned_on date not null,
      sent_on date not null,
      n int not null,
      n_on_time int not null
    ) with (fillfactor = 70);

    -- The same for all destinations.
    create table folded.category_return_spans (
      category_id int not null,
      returned_on date not null,
      sent_on date not null,
      n int not null,
      n_on_time int not null
    ) with (fillfactor = 70);

    insert into folded.return_spans
      select category_id, destination_department_id, returned_on, sent_on, count(*),
        count(*) filter (where returned_on <= return_date)
      from (
        select i.category_id, i.destination_department_id, i.return_date,
          (i.actual_return_date at time zone s.time_zone)::date as returned_on,
          (p.created_at at time zone s.time_zone)::date as sent_on
        from items i join protocols p on p.id = i.protocol_id, settings s
        where i.category_id is not null and i.actual_return_date is not null and not i.in_cancelled_protocol
      ) returned
      group by 1, 2, 3, 4
      order by 1, 2, 3, 4;
    insert into folded.category_return_spans
      select category_id, returned_on, sent_on, sum(n), sum(n_on_time)
      from folded.return_spans group by 1, 2, 3 order by 1, 2, 3;

    alter table folded.return_spans
      add primary key (category_id, destination_department_id, returned_on, sent_on) include (n, n_on_time);
    alter table folded.category_return_spans
      add primary key (category_id, returned_on, sent_on) include (n, n_on_time);
    -- For the fold, which deletes rows that count nothing any more.
    create index return_spans_empty_idx on folded.return_spans (category_id) where n = 0;
    create index category_return_spans_empty_idx on folded.category_return_spans (category_id) where n = 0;
  `.execute(db)
}
