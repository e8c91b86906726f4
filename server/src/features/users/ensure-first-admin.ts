import { randomInt } from 'node:crypto'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { hashPassword } from '../auth/public.ts'
import { recordPeople } from './record-people.ts'

const defaultEmail = 'admin@malote.local'

/** Key of the advisory lock for creating the first Admin. An arbitrary number, the same in every Malote. */
const firstAdminLock = 5_620_312

/** Shortest `ADMIN_PASSWORD`, in characters: its account can do everything, and it is chosen before any rule applies. */
const shortestAdminPassword = 12

const tooShort = `a senha do primeiro administrador precisa de pelo menos ${shortestAdminPassword} caracteres`

/** Whether only this computer can reach the server, neither directly nor through a proxy. */
const isLocal = ({ HOST, APP_URL, TRUST_PROXY }: Config) =>
  TRUST_PROXY === false && [HOST, new URL(APP_URL).hostname].every((host) => loopback.includes(host))

const loopback = ['localhost', '127.0.0.1', '::1', '[::1]']

/** The first account of a new organisation. */
export interface FirstAdmin {
  email: string
  /** Only if it was generated: it is stored nowhere else and must be shown now. */
  password?: string
}

/**
 * Creates the first Admin in an empty organisation, with the given password, or with a generated one that must be
 * changed at the first sign-in.
 *
 * @param announce called before the commit: if the process or connection dies in between, no Admin may exist whose
 * password was never shown
 * @returns undefined when people already exist; of two instances that start at once, only one creates the Admin
 * @throws StartupError when the given password is too short for a server that others can reach
 */
export async function ensureFirstAdmin(
  db: Db,
  config: Config,
  now: () => Date,
  announce: (admin: FirstAdmin) => void = () => {},
): Promise<FirstAdmin | undefined> {
  const { ADMIN_EMAIL: email = defaultEmail, ADMIN_PASSWORD: given } = config
  if (!(await isEmpty(db))) return undefined
  if (given !== undefined && given.length < shortestAdminPassword) {
    if (!isLocal(config)) throw new StartupError(`A variável ADMIN_PASSWORD está incorreta: ${tooShort}.`)
    console.warn(
      `Atenção, ADMIN_PASSWORD: ${tooShort}. Ela foi aceita porque só este computador alcança o Malote; troque-a depois de entrar.`,
    )
  }
  const password = given ?? generatedPassword()
  const admin = { email, ...(given === undefined && { password }) }
  const account = { email, password, mustChangePassword: given === undefined }
  const isCreated = await createFirstAdmin(db, account, now, () => announce(admin))
  return isCreated ? admin : undefined
}

/**
 * Creates an Admin in an empty organisation, without a department because none exists yet.
 *
 * @param announce called before the commit
 * @returns false when people already exist
 */
export async function createFirstAdmin(
  db: Db,
  { password, ...account }: { email: string; password: string; mustChangePassword: boolean },
  now: () => Date,
  announce: () => void = () => {},
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${firstAdminLock}::bigint)`.execute(trx)
    if (!(await isEmpty(trx))) return false
    const person = await trx
      .insertInto('users')
      .values({
        ...account,
        name: 'Administrador',
        role: role.admin,
        departmentId: null,
        passwordHash,
        firstAccess: false,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning(['id', 'name', 'email', 'phone', 'departmentId', 'isActive'])
      .executeTakeFirstOrThrow()
    await recordPeople(trx, null, [{ after: { ...person, role: role.admin } }])
    announce()
    return true
  })
}

const isEmpty = async (db: Db) => (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

// Read from a terminal and typed once: excludes letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters in groups of four, about 79 bits. */
const generatedPassword = () =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
