import { type Claims, type RolePair, roleOf } from '@malote/core/auth/role-pairs.ts'
import { canHaveRole } from '@malote/core/users/user-rules.ts'
import { withdrawNotices } from '../../domain/notices/withdraw-notices.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { changeUser, type LockedUser } from '../users/public.ts'

/**
 * Gives a person the role that OIDC_ROLES says (contract 18.6). Without a fitting pair the role stays, and so does that
 * of the last Admin and of an Admin without a department, who may be nothing else.
 *
 * @param activeAdmins counted under the lock on the set of Admins
 */
export async function followRoles(
  trx: Trx,
  pairs: readonly RolePair[],
  { person, claims, ip }: { person: LockedUser; claims: Claims; ip: string },
  activeAdmins: number,
  now: Date,
): Promise<void> {
  const role = roleOf(pairs, claims)
  if (role === undefined || role === person.role || !canHaveRole(person, role, activeAdmins).allowed) return
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
