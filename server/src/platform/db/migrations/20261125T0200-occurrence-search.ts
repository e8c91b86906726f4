import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<any>) {
  await sql`
    -- A copy from the item, whose number never changes: the search of the list reads one index of one table.
    drop index occurrences_search_text_idx;
    alter table occurrences drop column search_text, add column document_number text;
    update occurrences o set document_number = i.document_number from items i where i.id = o.item_id;
    alter table occurrences add column search_text text not null
      generated always as (searchable(coalesce(document_number || ' ', '') || description)) stored;
    create index occurrences_search_text_idx on occurrences using gin (search_text gin_trgm_ops);

    -- The list of one kind, from the index alone.
    drop index occurrences_origin_idx, occurrences_destination_idx, occurrences_status_idx;
    create index occurrences_origin_idx on occurrences (origin_department_id, status, id)
      include (destination_department_id, kind);
    create index occurrences_destination_idx on occurrences (destination_department_id, status, id)
      include (origin_department_id, kind);
    create index occurrences_status_idx on occurrences (status, id) include (kind);
  `.execute(db)
}
