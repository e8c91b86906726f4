import { type RawBuilder, sql } from 'kysely'

/**
 * Number of open occurrences of an item, an index-only scan of `occurrences_open_key`.
 *
 * @param item the item's id, such as `i.id`
 */
export const openOccurrencesOf = (item: string): RawBuilder<number> =>
  sql<number>`(select count(*)::int from occurrences o where o.item_id = ${sql.ref(item)} and o.status = 'aberta')`
