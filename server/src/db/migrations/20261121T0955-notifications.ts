import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- One row per recipient. protocol_id and item_id say what to open; they are not foreign keys, because an item may go
    -- and because a creation writes dozens of rows here: two checks and two indexes each would be its greatest cost.
    create table notifications (
      id bigint generated always as identity primary key,
      user_id int not null references users on delete cascade,
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

    create index notifications_user_id_idx on notifications (user_id, id);
    create index notifications_unread_idx on notifications (user_id) where read_at is null;
    -- The clean-up job takes the oldest; rows arrive in time order, which is what BRIN is made for.
    create index notifications_created_at_idx on notifications using brin (created_at);
  `.execute(db)
}
