import { type Kysely, sql } from 'kysely'

/** People recognise where they signed in by the network; the whole address says more than anybody needs. */
export async function up(db: Kysely<any>) {
  await sql`
    alter table sessions drop column ip;
    alter table sessions add column network text;
  `.execute(db)
}
