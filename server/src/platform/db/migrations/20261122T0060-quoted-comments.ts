import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- The comment that the notification quotes. The text is read from the comment, so that deleting the comment deletes
    -- every quotation. Not a foreign key, like the other columns.
    alter table notifications add column comment_id int;
  `.execute(db)
}
