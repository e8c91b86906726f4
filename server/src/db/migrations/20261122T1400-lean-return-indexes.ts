import { type Kysely, sql } from 'kysely'

/** The day of creation leaves the indexes of the returns: `open_returns` has it for the reports. A sixth less to keep. */
export async function up(db: Kysely<any>) {
  await sql`
    drop index items_returns_origin_idx, items_returns_destination_idx, items_returns_idx;
    create index items_returns_origin_idx on items (origin_department_id, status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_destination_idx on items (destination_department_id, status, return_date, id)
      include (origin_department_id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
    create index items_returns_idx on items (status, return_date, id)
      where (return_date is not null or must_return) and not in_cancelled_protocol;
  `.execute(db)
}
