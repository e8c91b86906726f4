import { randomInt } from 'node:crypto'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { hashPassword } from '../auth/public.ts'

const defaultEmail = 'admin@malote.local'

/** Key of the advisory lock for creating the first Admin. An arbitrary number, the same in every Malote. */
const firstAdminLock = 5_620_312

/** The first account of a new organisation. */
export interface FirstAdmin {
  email: string
  /** Only if it was generated: it is stored nowhere else and must be shown now. */
  password?: string
}

/**
 * Creates the first Admin in an empty organisation, without a department because none exists yet.
 *
 * @param announce called before the commit: if the process or connection dies in between, no Admin may exist whose
 * password was never shown
 * @returns undefined when people already exist; of two instances that start at once, only one creates the Admin
 */
export async function ensureFirstAdmin(
  db: Db,
  config: Config,
  now: () => Date,
  announce: (admin: FirstAdmin) => void = () => {},
): Promise<FirstAdmin | undefined> {
  if (!(await isEmpty(db))) return undefined
  const email = config.ADMIN_EMAIL ?? defaultEmail
  const password = config.ADMIN_PASSWORD ?? generatedPassword()
  const passwordHash = await hashPassword(password)
  const admin = { email, ...(config.ADMIN_PASSWORD === undefined && { password }) }

  const isCreated = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${firstAdminLock}::bigint)`.execute(trx)
    if (!(await isEmpty(trx))) return false
    await trx
      .insertInto('users')
      .values({
        name: 'Administrador',
        email,
        role: role.admin,
        departmentId: null,
        passwordHash,
        firstAccess: false,
        createdAt: now(),
        updatedAt: now(),
      })
      .execute()
    announce(admin)
    return true
  })
  return isCreated ? admin : undefined
}

const isEmpty = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

// Read from a terminal and typed once: excludes letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters in groups of four, about 79 bits. */
const generatedPassword = () =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
