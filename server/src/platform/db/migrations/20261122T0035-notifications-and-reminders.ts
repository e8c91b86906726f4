import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- One row per recipient. No foreign keys: a creation writes dozens of rows here, and checking the keys would cost
    -- as much as the rows. The records in protocol_id and item_id may be deleted; a trigger deletes the rows of a
    -- deleted user (sql/inbox.sql).
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
    -- The number of a user's unread notifications.
    create index notifications_unread_idx on notifications (user_id) where read_at is null;
    -- Clean-up: old notifications. Rows are inserted in order of time, for which BRIN is the smallest index.
    create index notifications_created_at_idx on notifications using brin (created_at);

    -- The last reminder of each kind that a person got for an item and its due date. After a change of due date, the
    -- item is reminded of again; while it stays overdue, the reminder is repeated after some time, which updates
    -- sent_on. No foreign keys, as in notifications: a morning writes thousands of rows, and they are deleted after two
    -- months anyway.
    create table item_reminders (
      item_id int not null,
      user_id int not null,
      return_date date not null,
      kind text not null check (kind in ('due_tomorrow', 'due_today', 'overdue')),
      sent_on date not null,
      primary key (item_id, user_id, return_date, kind)
    );
    -- Whether a user has been reminded today.
    create index item_reminders_user_id_idx on item_reminders (user_id, sent_on);

    -- The days on which all reminders are done.
    create table reminder_days (
      day date primary key,
      finished_at timestamptz not null default now()
    );
  `.execute(db)
}
