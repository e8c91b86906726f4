import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * Tables with a search text, the columns that it is made of, and what it is then. Writing such a column makes it anew, by a
 * trigger or as a generated column, and changes nothing else.
 */
const searched = [
  { table: 'items', columns: ['document_number', 'description', 'reason'], now: 'searchable_number(document_number)' },
  { table: 'protocols', columns: ['remarks'], now: "btrim(id || ' ' || searchable_number(remarks))" },
  { table: 'users', columns: ['name'], now: "searchable(name || ' ' || email)" },
  {
    table: 'suppliers',
    columns: ['company_name'],
    now: "searchable(cnpj || ' ' || coalesce(code, '') || ' ' || company_name)",
  },
  {
    table: 'occurrences',
    columns: ['description'],
    now: "searchable_number(coalesce(document_number || ' ', '') || description)",
  },
  { table: 'suggestions', columns: ['title'], now: "searchable(title || ' ' || description)" },
] as const

/**
 * Rewrites the search texts that another `sql/search.sql` made, once after each change of it. Until then the rows are found by
 * the text that they had.
 *
 * @param batchSize ids per transaction
 * @returns the number of rewritten rows
 */
export async function refreshSearchTexts(db: Db, batchSize = 5_000): Promise<number> {
  const { rows } = await sql<{ isCurrent: boolean; digest: Buffer }>`
    select s.searched_with is not distinct from f.digest as is_current, f.digest
    from settings s, sql_files f where f.name = 'search.sql'`.execute(db)
  const [state] = rows
  if (state === undefined || state.isCurrent) return 0
  let rewritten = 0
  for (const { table, columns, now } of searched) {
    const isStale = sql`(search_text is distinct from ${sql.raw(now)}
      ${table === 'items' ? sql`or word_text is distinct from word_text_of(description, reason)` : sql``})`
    const same = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)}`))
    const last = (await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(db))
      .rows[0]
    for (let from = 0; from <= (last?.last ?? -1); from += batchSize) {
      const result = await sql`update ${sql.table(table)} set ${same}
        where id > ${from} and id <= ${from + batchSize} and ${isStale}`.execute(db)
      rewritten += Number(result.numAffectedRows ?? 0)
    }
  }
  await sql`update settings set searched_with = ${state.digest}`.execute(db)
  return rewritten
}
