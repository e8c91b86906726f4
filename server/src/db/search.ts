import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { unindexed } from './planner-hints.ts'

/**
 * The pattern of `like` that finds `term` anywhere in a `search_text` column, whatever its accents and letter case, and
 * takes `%`, `_` and `\` literally (contract 12.12): `where('searchText', 'like', contains(term))`.
 *
 * Escaped after `searchable()`, which also makes plain characters of look-alikes such as the full-width percent sign.
 * A subquery, because a plan for all values would otherwise compute the pattern again for every row.
 */
export const contains = (term: string): RawBuilder<string> =>
  sql<string>`(select '%' || regexp_replace(searchable(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`

/** False for texts without three letters or digits in a row: a trigram index cannot find them. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/** Digits in a row that the index of long numbers knows each document number by. */
const gramLength = 5

/** True for a text with a long number: few document numbers have it, and an index of its own finds them. */
export const hasLongNumber = (term: string): boolean => gramsOf(term).length > 0

/**
 * Condition on `items i`: the document number has the text. A long number in it is asked of `items_digit_grams_idx`; the
 * trigram index would gather many more.
 *
 * @param text what was typed, or what {@link contains} made of it
 * @param pattern what {@link contains} makes of a text that was typed
 */
export function documentHas(text: string, pattern: RawBuilder<string> | string = text): RawBuilder<SqlBool> {
  const grams = gramsOf(text)
  if (grams.length === 0) return sql<SqlBool>`i.search_text like ${pattern}`
  return sql<SqlBool>`(digit_grams(i.search_text) @> ${grams}::text[] and ${unindexed.text(sql`i.search_text`)} like ${pattern})`
}

const gramsOf = (term: string): string[] =>
  (term.match(/[0-9]+/g) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - gramLength + 1) }, (_, start) =>
      run.slice(start, start + gramLength),
    ),
  )
