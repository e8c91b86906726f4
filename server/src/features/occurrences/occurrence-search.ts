import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mostCounted, type Search } from '../protocols/public.ts'
import { isInOccurrenceScope, newestOf, type OccurrenceScope } from './occurrence-scope.ts'

/** Number of the newest occurrences in which a term of one or two letters is searched. */
const newestLookedAt = 10_000

/** The search as a condition on `occurrences o`: description, document, protocol number, the person who opened it. */
export const isOccurrenceHit = ({ pattern, personIds, exactId }: Search): RawBuilder<SqlBool> =>
  exactId === undefined
    ? sql<SqlBool>`(
        o.search_text like ${pattern} or o.opened_by = any(${personIds}::int[])
        or o.protocol_id = ${protocolOf(pattern)}
      )`
    : sql<SqlBool>`o.protocol_id = ${exactId}`

/**
 * The hits of a search as a table `(id)`: up to {@link mostCounted} and one more of each kind, from the index of that
 * kind.
 */
export function occurrenceHits(scope: OccurrenceScope, search: Search): RawBuilder<unknown> {
  const { pattern, personIds, exactId, isIndexed } = search
  const most = sql.lit(mostCounted + 1)
  const found = (condition: RawBuilder<unknown>) =>
    sql`(select o.id from occurrences o where ${condition} and ${isInOccurrenceScope(scope)} limit ${most})`
  if (exactId !== undefined) return found(sql`o.protocol_id = ${exactId}`)
  const ofText = isIndexed
    ? found(sql`o.search_text like ${pattern}`)
    : sql`(select o.id from ${newestOf(scope, newestLookedAt)} s join occurrences o on o.id = s.id
        where o.search_text like ${pattern} limit ${most})`
  return sql`(${sql.join(
    [ofText, found(sql`o.opened_by = any(${personIds}::int[])`), found(sql`o.protocol_id = ${protocolOf(pattern)}`)],
    sql` union `,
  )})`
}

/** The protocol whose number is the whole pattern; 0, which no protocol has, for all others. */
const protocolOf = (pattern: string) => Number(/^%(\d{1,9})%$/.exec(pattern)?.[1] ?? 0)
