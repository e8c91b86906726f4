import { type Kysely, sql } from 'kysely'

/**
 * Tracking by item type shows the newest items of the types whose names match, in the viewer's departments. Read from
 * these in that order, a page costs the same for a type that everybody sends all day as for one that hardly anybody does.
 */
export async function up(db: Kysely<any>) {
  await sql`
    create index items_type_idx on items (item_type_id, created_at, id);
    create index items_origin_type_idx on items (origin_department_id, item_type_id, created_at, id);
    create index items_destination_type_idx on items (destination_department_id, item_type_id, created_at, id)
      include (origin_department_id);
    -- The first one begins with the same column.
    drop index items_item_type_id_idx;
  `.execute(db)
}
