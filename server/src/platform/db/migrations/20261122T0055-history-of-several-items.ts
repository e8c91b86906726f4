import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    alter table items validate constraint items_description_check;
    alter table items validate constraint items_reminded_by_someone;

    -- The items of a history line about several of them (its own item_id is null). Append-only, like the line.
    create table history_items (
      history_id bigint not null references history,
      -- Not a foreign key, as in history.
      item_id int not null,
      -- What the line says of this item alone.
      description text not null check (btrim(description) <> ''),
      -- In this order: tracking reads the lines of an item.
      primary key (item_id, history_id)
    );
  `.execute(db)
}
