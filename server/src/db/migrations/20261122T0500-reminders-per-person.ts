import { type Kysely, sql } from 'kysely'

/** Reminders are remembered per person: each hears of an item once, whoever else has heard of it before. */
export async function up(db: Kysely<any>) {
  await sql`
    drop table item_reminders;

    -- The last reminder of each kind that a person got of an item and its due date. A due date that was moved is reminded
    -- of anew; overdue is said again after a while, and sent_on then moves. No foreign keys, as in notifications: a
    -- morning writes thousands of rows, each check would lock an item, and rows are forgotten after two months anyway.
    create table item_reminders (
      item_id int not null,
      user_id int not null,
      return_date date not null,
      kind text not null check (kind in ('due_tomorrow', 'due_today', 'overdue')),
      sent_on date not null,
      primary key (item_id, user_id, return_date, kind)
    );
    -- Whether a person was reminded today already.
    create index item_reminders_user_id_idx on item_reminders (user_id, sent_on);

    -- The mornings on which everybody was reminded of everything.
    create table reminder_days (
      day date primary key,
      finished_at timestamptz not null default now()
    );

    -- What a person created and is still on its way: late items concern the creator.
    create index protocols_open_created_by_idx on protocols (created_by, id) where status in ('Pendente', 'Em andamento');
  `.execute(db)
}
