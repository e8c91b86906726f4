import { randomInt } from 'node:crypto'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { hashPassword, problemOfPassword } from '../auth/public.ts'
import { recordPeople } from './record-people.ts'

const defaultEmail = 'admin@malote.local'

/** Key of the advisory lock for creating the first Admin. An arbitrary number, the same in every Malote. */
const firstAdminLock = 5_620_312

/** Shortest `ADMIN_PASSWORD`, in characters: its account can do everything. */
const shortestAdminPassword = 12

const firstName = 'Administrador'

/** Whether the server's address is one of this computer alone. */
const isLoopback = ({ HOST, APP_URL }: Config) =>
  [HOST, new URL(APP_URL).hostname].every((host) => loopback.includes(host))

/** Whether only this computer can reach the server, neither directly nor through a proxy. */
const isLocal = (config: Config) => config.TRUST_PROXY === false && isLoopback(config)

const loopback = ['localhost', '127.0.0.1', '::1', '[::1]']

/** The first account of a new organisation. */
export interface FirstAdmin {
  email: string
  /** Only if it was generated: it is stored nowhere else and must be shown now. */
  password?: string
}

/**
 * Creates the first Admin in an empty organisation, with the given password or a generated one. It must be changed at the
 * first sign-in if it was generated, and where the server's address is not loopback: the settings may have been seen by others.
 *
 * @param announce called before the commit: if the process or connection dies in between, no Admin may exist whose
 * password was never shown
 * @returns undefined when people already exist; of two instances that start at once, only one creates the Admin
 * @throws StartupError when the given password is too weak for a server that others can reach
 */
export async function ensureFirstAdmin(
  db: Db,
  config: Config,
  now: () => Date,
  announce: (admin: FirstAdmin) => void = () => {},
): Promise<FirstAdmin | undefined> {
  const { ADMIN_EMAIL: email = defaultEmail, ADMIN_PASSWORD: given } = config
  if (!(await isEmpty(db))) return undefined
  const problem = given === undefined ? null : await problemOf(db, config, email, given)
  if (problem !== null) {
    if (!isLocal(config)) throw new StartupError(`A variável ADMIN_PASSWORD está incorreta: ${problem}`)
    console.warn(
      `Atenção, ADMIN_PASSWORD: ${problem} Ela foi aceita porque só este computador alcança o Malote; troque-a depois de entrar.`,
    )
  }
  const password = given ?? generatedPassword()
  const admin = { email, ...(given === undefined && { password }) }
  const account = { email, password, mustChangePassword: given === undefined || !isLoopback(config) }
  const isCreated = await createFirstAdmin(db, account, now, () => announce(admin))
  return isCreated ? admin : undefined
}

/** What is wrong with the given password, as a sentence; null when nothing is. */
async function problemOf(db: Db, config: Config, email: string, password: string): Promise<string | null> {
  if (password.length < shortestAdminPassword) {
    return `a senha do primeiro administrador precisa de pelo menos ${shortestAdminPassword} caracteres.`
  }
  return problemOfPassword(db, config, { name: firstName, email }, password)
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
        name: firstName,
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
