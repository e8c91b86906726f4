import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- An item is in one place: at most one of its next hops is neither completed nor cancelled.
    create unique index items_open_hop_key on items (forwarded_from_item_id)
      where forwarded_from_item_id is not null and status in ('pendente', 'retornado') and not in_cancelled_protocol;
    -- A hop comes after the one it continues, so that no chain is a circle.
    alter table items add constraint items_hop_comes_later check (forwarded_from_item_id < id) not valid;
    alter table items validate constraint items_hop_comes_later;
  `.execute(db)
}
