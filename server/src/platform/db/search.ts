import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { unindexed } from './statements.ts'

/** A control character, which `searchable()` removes: a term without a character of its own, such as an accent, finds nothing. */
const inNoText = '\u0001'

/**
 * The `like` pattern that finds `term` anywhere in a `search_text` column. Ignores accents and letter case, and takes
 * `%`, `_` and `\` literally (contract 12.12): `where('searchText', 'like', contains(term))`.
 *
 * Escapes after `searchable()`, because that also converts look-alikes, such as the full-width percent sign, to plain
 * characters. A subquery, because a generic plan would otherwise compute the pattern for every row.
 */
export const contains = (term: string): RawBuilder<string> =>
  sql<string>`(select '%' || coalesce(nullif(regexp_replace(searchable(${term}), '([\\\\%_])', '\\\\\\1', 'g'), ''), ${inNoText}) || '%')`

/** False for texts without three consecutive letters or digits, which a trigram index cannot find. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

/** Length of the digit sequences in the index of long numbers. */
const gramLength = 5

/** True for a text with a long number: few document numbers contain it, and a separate index finds them. */
export const hasLongNumber = (term: string): boolean => gramsOf(term).length > 0

/**
 * Condition on `items i`: the document number contains the text. A long number is looked up in `items_digit_grams_idx`,
 * because the trigram index would return many more candidates.
 *
 * @param text what was typed, or what {@link contains} made of it
 * @param pattern what {@link contains} makes of a typed text
 */
export function documentHas(text: string, pattern: RawBuilder<string> | string = text): RawBuilder<SqlBool> {
  const grams = gramsOf(text)
  if (grams.length === 0) return sql<SqlBool>`i.search_text like ${pattern}`
  return sql<SqlBool>`(digit_grams(i.search_text) @> ${grams}::text[] and ${unindexed.text(sql`i.search_text`)} like ${pattern})`
}

/**
 * Condition on `items i`: the description contains the text. The index is that of `word_text`, which has the reason too.
 *
 * @param pattern what {@link contains} makes of a typed text
 */
export const descriptionHas = (pattern: RawBuilder<string> | string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.word_text like ${pattern} and searchable_number(i.description) like ${pattern})`

const gramsOf = (term: string): string[] =>
  (term.match(/[0-9]+/g) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - gramLength + 1) }, (_, start) =>
      run.slice(start, start + gramLength),
    ),
  )
