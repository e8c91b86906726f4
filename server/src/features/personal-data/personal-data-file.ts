import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { idIn, type StoredAbout, storedAbout } from './stored-about.ts'

/** Rows per query. */
const batchSize = 2_000

/**
 * Everything that is stored of a person, as one JSON document (LGPD, art. 18). Reads batch by batch: apart from the
 * keys of a table's rows, memory does not grow with their number, and no connection is held while a slow client downloads.
 *
 * @param account the row of the person, see `readAccount`
 */
export async function* personalDataFile(db: Db, account: { id: number }, now: Date): AsyncGenerator<string> {
  const head = {
    format: 'malote-personal-data-1',
    generated_at: now.toISOString(),
    about: 'Tudo o que o Malote guarda sobre esta pessoa. Senhas, tokens e segredos não fazem parte.',
    account,
  }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "stored": {`
  let separator = '\n'
  for (const section of storedAbout) {
    yield `${separator}    ${JSON.stringify(section.name)}: {\n      "title": ${JSON.stringify(section.title)},\n      "rows": [`
    separator = ',\n'
    let isFirst = true
    for await (const rows of batchesOf(db, section, account.id)) {
      yield rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n        ${JSON.stringify(row)}`).join('')
      isFirst = false
    }
    yield isFirst ? ']\n    }' : '\n      ]\n    }'
  }
  yield '\n  }\n}\n'
}

/** Reads all keys first; searching again per batch would be quadratic. */
async function* batchesOf(db: Db, section: StoredAbout, userId: number): AsyncGenerator<unknown[]> {
  const { table, person, columns, where = 'true', key = 'id' } = section
  const ofPerson = sql`${sql.ref(person)} = ${idIn(section, userId)} and (${sql.raw(where)})`
  const { rows: found } = await sql<{ key: string | number }>`
    select ${sql.raw(key)} as key from ${sql.table(table)} where ${ofPerson} order by 1
  `.execute(db.withoutPlugins())
  for (let start = 0; start < found.length; start += batchSize) {
    const keys = found.slice(start, start + batchSize).map((row) => row.key)
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(stored) - 'sort_key' as row
      from (
        select ${sql.raw(key)} as sort_key, ${sql.raw(columns.join(', '))} from ${sql.table(table)}
        where ${key === 'id' ? sql`id = any(${keys}::bigint[])` : sql`${ofPerson} and ${sql.raw(key)} = any(${keys}::text[])`}
      ) stored
      order by sort_key
    `.execute(db.withoutPlugins())
    if (rows.length > 0) yield rows.map(({ row }) => row)
  }
}
