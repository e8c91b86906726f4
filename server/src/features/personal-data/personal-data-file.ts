import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { idIn, type StoredAbout, storedAbout } from './stored-about.ts'

/** Rows per query. */
const batchSize = 2_000

/**
 * Everything that is stored of a person, as one JSON document (LGPD, art. 18). Reads batch by batch, so that neither the
 * memory that it needs nor the time for which it holds a connection grows with what there is to tell.
 *
 * @param account the row of the person, see {@link readAccount}
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

async function* batchesOf(db: Db, section: StoredAbout, userId: number): AsyncGenerator<unknown[]> {
  const { table, person, columns, where = 'true', key = 'id' } = section
  const type = key === 'id' ? 'bigint' : 'text'
  let after = key === 'id' ? '0' : ''
  for (;;) {
    // Materialised, so that the rows are found by the index on the person and not by walking the table in key order.
    const { rows } = await sql<{ key: string; row: unknown }>`
      with stored as materialized (
        select (${sql.raw(key)})::${sql.raw(type)} as sort_key, ${sql.raw(columns.join(', '))}
        from ${sql.table(table)}
        where ${sql.ref(person)} = ${idIn(section, userId)} and (${sql.raw(where)})
          and (${sql.raw(key)})::${sql.raw(type)} > ${after}::${sql.raw(type)}
      )
      select batch.sort_key::text as key, to_jsonb(batch) - 'sort_key' as row
      from (select * from stored order by sort_key limit ${batchSize}) batch
      order by batch.sort_key
    `.execute(db.withoutPlugins())
    if (rows.length > 0) yield rows.map(({ row }) => row)
    after = rows.at(-1)?.key ?? after
    if (rows.length < batchSize) return
  }
}
