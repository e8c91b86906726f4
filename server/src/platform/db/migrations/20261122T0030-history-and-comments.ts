import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The history of custody. Append-only: triggers refuse every change (sql/custody.sql).
    create table history (
      id bigint generated always as identity primary key,
      protocol_id int not null references protocols,
      -- Not a foreign key: when an edit removes an item, its history lines remain.
      item_id int,
      action text not null check (btrim(action) <> ''),
      description text not null default '',
      -- null: the system.
      created_by int references users,
      created_at timestamptz not null default now(),
      -- Copies from the protocol, written by a trigger (sql/derived.sql). Without them, "recent activities" of a
      -- department with few would scan the history of all departments backwards until it has found ten lines.
      origin_department_id int not null default 0,
      destination_department_id int not null default 0
    ) with (autovacuum_vacuum_insert_scale_factor = 0.02);

    -- The history of a protocol or an item.
    create index history_protocol_id_idx on history (protocol_id, id);
    create index history_item_id_idx on history (item_id, id) where item_id is not null;
    -- Recent activities of a department: both sides, merged.
    create index history_origin_department_id_idx on history (origin_department_id, id);
    create index history_destination_department_id_idx on history (destination_department_id, id);
    -- Foreign key: deleting a user.
    create index history_created_by_idx on history (created_by) where created_by is not null;

    -- Deleting a comment permanently removes its text; the history still shows that it existed.
    create table comments (
      id int generated always as identity primary key,
      protocol_id int not null references protocols,
      text text not null check (btrim(text) <> ''),
      created_by int not null references users,
      created_at timestamptz not null default now()
    );
    -- The comments of a protocol.
    create index comments_protocol_id_idx on comments (protocol_id, id);
    -- Foreign key: deleting a user.
    create index comments_created_by_idx on comments (created_by);
  `.execute(db)
}
