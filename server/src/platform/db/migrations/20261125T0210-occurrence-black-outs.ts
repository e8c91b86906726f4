import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The texts of an occurrence: of whoever opened it, and of whoever resolved it.
    alter table black_outs drop constraint black_outs_kind_check;
    alter table black_outs add constraint black_outs_kind_check check (kind in (
      'attachment', 'history', 'comment', 'remarks', 'cancel_reason', 'item_description', 'item_reason',
      'item_cancel_reason', 'occurrence_description', 'occurrence_outcome_note'
    ));
  `.execute(db)
}
