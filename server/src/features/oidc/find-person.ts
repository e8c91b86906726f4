import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { type Claims, roleOf } from '@malote/core/auth/role-pairs.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { requiredLine } from '@malote/core/shared/wire-values.ts'
import { emailAddress } from '@malote/core/users/email.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { addIdentity, dropUnusedAccountTokens, findIdentity, hasIdentityAt } from '../auth/public.ts'
import { changeUser, insertUser, isAddressNew, type LockedUser, lockUser } from '../users/public.ts'
import type { Proof } from './provider.ts'

/**
 * The person behind an identity, locked. At the first sign-in it is bound to the person with the verified e-mail
 * address, or to a new person where OIDC_CREATE allows it (contract 18.4, 18.5).
 *
 * @throws AppError EMAIL_NOT_VERIFIED, OTHER_IDENTITY, ACCOUNT_UNKNOWN, DEPARTMENT_MISSING, BUSY
 */
export async function findPerson(trx: Trx, settings: Config, proof: Proof, now: Date): Promise<LockedUser> {
  const { issuer, subject } = proof
  // Two first sign-ins of one person at the same moment: the second one waits and finds the identity.
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([issuer, subject])}, 0))`.execute(trx)
  const knownId = await findIdentity(trx, proof)
  if (knownId !== undefined) return lockUser(trx, knownId)

  const claimed = claimedPerson(proof.claims)
  if (claimed.email === undefined) throw new AppError('EMAIL_NOT_VERIFIED')
  const existing = await idOfAddress(trx, claimed.email)
  const id = existing ?? (await createPerson(trx, settings, proof, claimed, now))
  const person = await lockUser(trx, id)
  // An Admin may have changed it while the row was locked: the old address may now belong to somebody else.
  if (person.email.toLowerCase() !== claimed.email.toLowerCase()) throw new AppError('BUSY')
  if (await hasIdentityAt(trx, id, issuer)) throw new AppError('OTHER_IDENTITY')
  // As for links to a new address (contract 18.103): meanwhile its owner signs in with the password.
  const hasOtherWay = person.passwordHash !== null && mayUsePassword(settings.PASSWORD_LOGIN, person)
  if (hasOtherWay && isAddressNew(person, now)) throw new AppError('EMAIL_NOT_VERIFIED')
  await addIdentity(trx, id, { issuer, subject }, now)
  await changeUser(trx, id, { firstAccess: false }, now)
  // The person has a way in; an invitation that was never used would be another.
  await dropUnusedAccountTokens(trx, id)
  if (existing !== undefined) {
    await notifyAccount(trx, {
      userId: id,
      title: `Entrada com ${settings.OIDC_LABEL}`,
      message: `A sua conta agora entra no Malote com ${settings.OIDC_LABEL}. Se não foi você, fale com um administrador.`,
      at: now,
    })
  }
  return person
}

async function idOfAddress(trx: Trx, email: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row?.id
}

async function createPerson(
  trx: Trx,
  settings: Config,
  { claims, issuer }: Proof,
  { email = '', name = email, department }: ClaimedPerson,
  now: Date,
): Promise<number> {
  if (settings.OIDC_CREATE === 'off') throw new AppError('ACCOUNT_UNKNOWN')
  const roleThere = roleOf(settings.OIDC_ROLES, claims) ?? role.user
  const departmentId = await departmentNamed(trx, department)
  if (departmentId === null && roleThere !== role.admin) throw new AppError('DEPARTMENT_MISSING')
  const id = await insertUser(trx, { name, email, departmentId, role: roleThere, isActive: true }, now)
  await recordAudit(trx, {
    action: 'user.created',
    actor: null,
    address: null,
    subject: { kind: 'user', id: String(id), name },
    after: { uname: name, uemail: email, udpid: departmentId, role: roleThere, issuer },
  })
  return id
}

/** The department of that name; letter case, accents and spaces do not count. null when none or several have it. */
async function departmentNamed(trx: Trx, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const { rows } = await sql<{ id: number }>`
    select id from departments where searchable(name) = searchable(${name}) limit 2`.execute(trx)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

const address = emailAddress('', '')
const name = requiredLine('', 120)
const departmentName = requiredLine('', 255)

/** A person by the provider's claims; missing and unusable ones are undefined. */
interface ClaimedPerson {
  /** Only when the provider has verified it. ASCII alone: other letters may become equal to these when lower-cased. */
  email: string | undefined
  /** The name, else the user name, else the part of the address before the @. */
  name: string | undefined
  department: string | undefined
}

function claimedPerson(claims: Claims): ClaimedPerson {
  // Some providers send it as text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const read = isVerified ? address.safeParse(claims.email).data : undefined
  // Nothing is dropped from an address that the provider vouches for: without it, it may be somebody else's.
  const email = read === String(claims.email).trim() ? read : undefined
  const names = [claims.name, claims.preferred_username, email?.split('@')[0]]
  return {
    email,
    name: names.map((given) => name.safeParse(given).data).find((given) => given !== undefined),
    department: departmentName.safeParse(claims.department).data,
  }
}
