import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { anonymizedEmail, anonymizedName } from '@malote/core/users/anonymized.ts'
import { canAnonymize, canBeAnonymized } from '@malote/core/users/user-rules.ts'
import { sql } from 'kysely'
import { dropAnswerLinks } from '../../domain/mail/answer-links.repo.ts'
import { dropInbox } from '../../domain/notices/withdraw-notices.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { forgetAccessOf } from '../auth/public.ts'
import { deleteMethods } from '../second-step/methods.repo.ts'
import { dropRecoveryCodes } from '../second-step/recovery-codes.ts'
import { changeUser, lockUser } from '../users/public.ts'
import { countPendingItems } from './personal-data-file.ts'

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

/** People per query; each is a transaction of its own. */
const batchSize = 100

/**
 * Anonymises those who left longer ago than `RETENTION_PEOPLE_DAYS` and hold no pending items. Does nothing without that
 * setting.
 *
 * @returns the number of anonymised people
 */
export async function anonymizeDeparted(
  db: Db,
  { RETENTION_PEOPLE_DAYS: days }: Pick<Config, 'RETENTION_PEOPLE_DAYS'>,
  now: Date,
): Promise<number> {
  if (days === undefined) return 0
  const leftBefore = new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
  let done = 0
  let last = 0
  for (;;) {
    const departed = await db
      .selectFrom('users')
      .select('id')
      .where('isActive', '=', false)
      .where('anonymizedAt', 'is', null)
      .where('deactivatedAt', '<', leftBefore)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id } of departed) {
      if (await isDone(anonymizePerson(db, null, id, now))) done += 1
      last = id
    }
    if (departed.length < batchSize) return done
  }
}

/** People who came back meanwhile, or who still answer for items, stay as they are. */
const isDone = (work: Promise<void>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
