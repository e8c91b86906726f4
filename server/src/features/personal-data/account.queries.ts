import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

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
