import { ensure } from '@malote/core/shared/ensure.ts'
import { anonymizedEmail, anonymizedName } from '@malote/core/users/anonymized.ts'
import { canAnonymize, canBeAnonymized } from '@malote/core/users/user-rules.ts'
import { sql } from 'kysely'
import { dropAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { dropInbox } from '../../domain/notices/withdraw-notices.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/public.ts'
import { forgetAccessOf } from '../auth/public.ts'
import { deleteMethods, dropRecoveryCodes } from '../second-step/public.ts'
import { changeUser, lockUser } from '../users/public.ts'
import { countPendingItems } from './account.queries.ts'

/**
 * Removes the personal data of somebody who has left: name, contacts, password, second step, identities, sessions,
 * networks, notifications, and their name and addresses in the audit. Ids stay, so protocols, comments and history still
 * say that it was one and the same person. Texts of the history stay too, because they are the custody record; an Admin
 * can black out single ones.
 *
 * @param actor null when the retention period has ended (`RETENTION_PEOPLE_DAYS`)
 * @throws AppError USER_NOT_FOUND, ONLY_ADMINS, USER_STILL_ACTIVE, USER_HOLDS_ITEMS, USER_ANONYMIZED
 */
export const anonymizePerson = (db: Db, actor: Actor | null, id: number, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id)
    const pendingItems = await countPendingItems(trx, id)
    ensure(actor ? canAnonymize(actor, user, pendingItems) : canBeAnonymized(user, pendingItems))
    await forgetAccessOf(trx, id)
    await deleteMethods(trx, id)
    await dropRecoveryCodes(trx, id)
    await dropInbox(trx, id)
    await dropAnswerLinks(trx, id)
    const name = anonymizedName(id)
    await changeUser(
      trx,
      id,
      { ...{ name, email: anonymizedEmail(id), phone: null, passwordHash: null }, anonymizedAt: now },
      now,
    )
    await sql`select anonymize_audit(${id})`.execute(trx)
    await recordAudit(trx, {
      ...{ action: 'user.anonymized', actor, address: actor?.address ?? null },
      subject: { kind: 'user', id: String(id), name },
    })
  })
