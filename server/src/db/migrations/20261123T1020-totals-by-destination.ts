import { type Kysely, sql } from 'kysely'

/**
 * Totals of what was sent to one department are asked for by status. Without it in the index PostgreSQL skipped through
 * the primary key, sender by sender, once enough pairs of departments had exchanged something.
 */
export async function up(db: Kysely<any>) {
  await sql`
    drop index protocol_totals_destination_department_id_idx, return_totals_destination_department_id_idx;
    create index protocol_totals_destination_department_id_idx on protocol_totals (destination_department_id, status);
    create index return_totals_destination_department_id_idx on return_totals (destination_department_id, status);
  `.execute(db)
}
