import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    alter table items
      -- What people call the item.
      add column description text,
      -- When the origin last asked for the item back, and who did. In the row of the item, so that lists need no join
      -- and a creation writes nothing for it.
      add column reminded_at timestamptz,
      add column reminded_by int references users,
      add constraint items_description_check check (btrim(description) <> '') not valid,
      add constraint items_reminded_by_someone check (num_nonnulls(reminded_at, reminded_by) in (0, 2)) not valid;

    -- Foreign key: deleting a user.
    create index items_reminded_by_idx on items (reminded_by) where reminded_by is not null;
  `.execute(db)
}
