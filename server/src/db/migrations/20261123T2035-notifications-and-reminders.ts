import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- One row per recipient. No foreign keys: a creation writes dozens of rows here, and their checks would cost as much as
    -- the rows. What protocol_id and item_id say to open may be gone; a person who is deleted takes theirs along
    -- (sql/inbox.sql).
    create table notifications (
      id bigint generated always as identity primary key,
      user_id int not null,
      type text not null check (type in (
        'new_protocol', 'protocol_received', 'protocol_edited', 'protocol_canceled', 'protocol_completed',
        'protocol_comment', 'item_return', 'item_completed', 'item_canceled', 'item_assigned'
      )),
      title text not null,
      message text not null,
      protocol_id int,
      item_id int,
      created_at timestamptz not null default now(),
      read_at timestamptz
    ) with (autovacuum_vacuum_insert_scale_factor = 0.02);

    -- A person's inbox, newest first.
    create index notifications_user_id_idx on notifications (user_id, id);
    -- How many has this person not read?
    create index notifications_unread_idx on notifications (user_id) where read_at is null;
    -- Clean-up: which are old? Rows arrive in the order of time, for which BRIN is the smallest index.
    create index notifications_created_at_idx on notifications using brin (created_at);

    -- The last reminder of each kind that a person got of an item and its due date. An item whose due date was moved is
    -- reminded of anew; one that stays overdue is repeated after a while, which moves sent_on. No foreign keys, as in
    -- notifications: a morning writes thousands of rows, and rows are forgotten after two months anyway.
    create table item_reminders (
      item_id int not null,
      user_id int not null,
      return_date date not null,
      kind text not null check (kind in ('due_tomorrow', 'due_today', 'overdue')),
      sent_on date not null,
      primary key (item_id, user_id, return_date, kind)
    );
    -- Was this person reminded today already?
    create index item_reminders_user_id_idx on item_reminders (user_id, sent_on);

    -- The mornings on which everybody was reminded of everything.
    create table reminder_days (
      day date primary key,
      finished_at timestamptz not null default now()
    );
  `.execute(db)
}
