import { AppError } from '@malote/core/shared/errors.ts'
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

/** Columns of `users` that no export shows: the hash of the password, and what is computed from other columns. */
const hidden = ['password_hash', 'search_text']

/**
 * The account of a person with profile, role, department and preferences, as it is stored.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function readAccount(db: Db, userId: number): Promise<{ id: number; name: string }> {
  const { rows } = await sql<{ account: { id: number; name: string } }>`
    select (to_jsonb(u) - ${hidden}::text[])
      || jsonb_build_object('department_name', d.name, 'has_password', u.password_hash is not null) as account
    from users u left join departments d on d.id = u.department_id
    where u.id = ${userId}
  `.execute(db.withoutPlugins())
  if (!rows[0]) throw new AppError('USER_NOT_FOUND')
  return rows[0].account
}

/** Number of pending items for which a person is responsible. Uses items_responsible_id_idx. */
export async function countPendingItems(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from items where responsible_id = ${userId} and status = 'pendente'
  `.execute(db)
  return rows[0]?.n ?? 0
}
