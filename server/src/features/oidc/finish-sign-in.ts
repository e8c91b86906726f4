import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import type { OidcFinish } from '@malote/core/auth/oidc.ts'
import { type RolePair, roleOf } from '@malote/core/auth/role-pairs.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { role as roles } from '@malote/core/users/role.ts'
import { canHaveRole } from '@malote/core/users/user-rules.ts'
import { withdrawNotices } from '../../domain/notices/withdraw-notices.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import { tokenHash } from '../../platform/http/auth.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { admit, isAdminByClaim, noteAdminByClaim, type OriginThrottle } from '../auth/public.ts'
import { changeUser, type LockedUser, lockActiveAdmins } from '../users/public.ts'
import { findPerson } from './find-person.ts'
import type { Proof, Provider } from './provider.ts'
import { flowLifetime } from './provider.ts'

/** Origin of a sign-in. */
interface Client {
  ip: string
  userAgent: string | undefined
  /** Called with what the provider said about somebody who is refused, for the audit. */
  onRefused: (claimed: WireFields) => void
  /** Called with the name of the account at the provider before anything is changed; may refuse. */
  onProved: (account: string) => Promise<void>
}

interface Parts {
  provider: Provider
  throttle: OriginThrottle
}

/**
 * Opens a session for a person confirmed by the provider. A refusal counts as a failed sign-in of the address
 * (contract 10.16), but not when the provider or the database did not answer.
 *
 * @throws AppError with the sentence for the person; ThrottledError after too many failures
 */
export async function finishSignIn(
  db: Db,
  settings: Config,
  { provider, throttle }: Parts,
  answer: OidcFinish,
  client: Client,
  now: Date,
): Promise<{ user: SessionUser; token: string }> {
  return throttle.attempt(client.ip, () => openSession(db, settings, provider, answer, client, now), isFailure)
}

const isFailure = (refusal: unknown) =>
  refusal instanceof AppError && ['unauthenticated', 'forbidden'].includes(refusal.kind)

/**
 * Neither our second step nor a new password is demanded, and the session is never remembered: both are up to the
 * provider. Refusals of a confirmed person are audited.
 */
async function openSession(
  db: Db,
  settings: Config,
  provider: Provider,
  answer: OidcFinish,
  { onRefused, onProved, ...client }: Client,
  now: Date,
): Promise<{ user: SessionUser; token: string }> {
  const proof = await provider.prove(answer, now)
  await onProved(`${proof.issuer} ${proof.subject}`)
  const admission = db.transaction().execute(async (trx) => {
    await ensureFirst(trx, proof.state, now)
    // Before the person's row, in the order of all who change roles.
    const activeAdmins = settings.OIDC_ROLES.length > 0 ? await lockActiveAdmins(trx) : 0
    const person = await findPerson(trx, settings, proof, now)
    if (!person.isActive) throw new AppError('ACCOUNT_INACTIVE')
    await followRoles(trx, settings.OIDC_ROLES, { person, proof, ip: client.ip }, activeAdmins, now)
    const { idToken, provedAt } = proof
    return admit(trx, { userId: person.id, remember: false, idToken, provedAt, ...client }, now)
  })
  try {
    // Somebody else took the address, or deleted the department, at the same moment.
    return await refuseOn('foreignKey', busy, refuseOn('unique', busy, admission))
  } catch (refusal) {
    const { issuer, subject, claims } = proof
    onRefused({ issuer, subject, email: typeof claims.email === 'string' ? claims.email : null })
    throw refusal
  }
}

const busy = (cause: unknown) => new AppError('BUSY', { cause })

/** Each sign-in counts once, also at a provider that would accept its code again. */
async function ensureFirst(trx: Trx, state: string, now: Date): Promise<void> {
  const inserted = await trx
    .insertInto('finishedSignIns')
    .values({ stateHash: tokenHash(state), expiresAt: new Date(now.getTime() + flowLifetime) })
    .onConflict((conflict) => conflict.column('stateHash').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new AppError('SIGN_IN_EXPIRED')
}

/**
 * Gives a person the role that OIDC_ROLES says (contract 18.6). Without a fitting pair the role stays, except that of an
 * Admin by claim. The last Admin stays one, and so does an Admin without a department, who may be nothing else.
 *
 * @param activeAdmins counted under the lock on the set of Admins
 */
async function followRoles(
  trx: Trx,
  pairs: readonly RolePair[],
  { person, proof, ip }: { person: LockedUser; proof: Proof; ip: string },
  activeAdmins: number,
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return
  const claimed = roleOf(pairs, proof.claims)
  const role = claimed ?? ((await isAdminByClaim(trx, proof)) && person.role === roles.admin ? roles.user : person.role)
  const mayChange = role === person.role || canHaveRole(person, role, activeAdmins).allowed
  // Where the change is refused, the next sign-in tries again.
  if (mayChange) await noteAdminByClaim(trx, proof, claimed === roles.admin)
  if (role === person.role || !mayChange) return
  await changeUser(trx, person.id, { role }, now)
  await withdrawNotices(trx, [person.id])
  await recordAudit(trx, {
    action: 'role.changed',
    actor: null,
    address: ip,
    subject: { kind: 'user', id: String(person.id), name: person.name },
    before: { role: person.role },
    after: { role },
  })
}
