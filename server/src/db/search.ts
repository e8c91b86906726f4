import { type RawBuilder, sql } from 'kysely'

/**
 * The pattern of `like` that finds `term` anywhere in a `search_text` column, whatever its accents and letter case, and
 * takes `%`, `_` and `\` literally (DESIGN 6 "Filters"): `where('searchText', 'like', contains(term))`.
 *
 * Escaped after `searchable()`, which also makes plain characters of look-alikes such as the full-width percent sign.
 * A subquery, because a plan for all values would otherwise compute the pattern again for every row.
 */
export const contains = (term: string): RawBuilder<string> =>
  sql<string>`(select '%' || regexp_replace(searchable(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`
