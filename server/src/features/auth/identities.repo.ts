import type { Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** A person's identity at an OpenID Connect provider. */
export interface Identity {
  issuer: string
  subject: string
}

/** @returns the id of the person to whom the identity belongs */
export async function findIdentity(trx: Trx, { issuer, subject }: Identity): Promise<number | undefined> {
  const row = await trx
    .selectFrom('identities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

/** Whether the person already has an identity at this provider. */
export async function hasIdentityAt(trx: Trx, userId: number, issuer: string): Promise<boolean> {
  const row = await trx
    .selectFrom('identities')
    .select('subject')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

export async function addIdentity(trx: Trx, userId: number, identity: Identity, now: Date): Promise<void> {
  await trx
    .insertInto('identities')
    .values({ userId, ...identity, createdAt: now })
    .execute()
}

/** Whether claims made the bearer of this identity an Admin. */
export async function isAdminByClaim(trx: Trx, { issuer, subject }: Identity): Promise<boolean> {
  const row = await trx
    .selectFrom('identities')
    .select('madeAdmin')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.madeAdmin ?? false
}

export async function noteAdminByClaim(trx: Trx, { issuer, subject }: Identity, madeAdmin: boolean): Promise<void> {
  await trx
    .updateTable('identities')
    .set({ madeAdmin })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** The next sign-in of these people at a provider is matched by their e-mail address again. */
export async function dropIdentities(trx: Trx, userIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('identities').where('userId', '=', anyOf(userIds)).execute()
}
