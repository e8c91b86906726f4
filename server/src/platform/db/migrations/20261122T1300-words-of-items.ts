import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- What people say about an item, apart from its document number: one text, so that one trigram index is enough. A
    -- search term has no capitals, so that none reaches from the description into the reason.
    alter table items add column word_text text generated always as (
      case when coalesce(description, reason) is not null
        then coalesce(searchable(description), '') || ' A ' || coalesce(searchable(reason), '') end
    ) stored;
    -- Protocols by part of the description or the reason of an item.
    create index items_word_text_idx on items using gin (word_text gin_trgm_ops);
  `.execute(db)
}
