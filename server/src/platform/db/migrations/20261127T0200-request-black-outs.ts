import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The texts of a request for more time: of whoever asked, and of whoever decided it.
    alter table black_outs drop constraint black_outs_kind_check;
    alter table black_outs add constraint black_outs_kind_check check (kind in (
      'attachment', 'history', 'comment', 'remarks', 'cancel_reason', 'item_description', 'item_reason',
      'item_cancel_reason', 'occurrence_description', 'occurrence_outcome_note', 'extension_request_reason',
      'extension_request_note'
    ));
  `.execute(db)
}
