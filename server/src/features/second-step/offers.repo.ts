import type { Trx } from '../../platform/db/connect.ts'

/** How long an enrolment may take, in milliseconds. */
const lifetime = 10 * 60_000

/** What was offered to a session: a secret for an authenticator app, or what a new passkey must sign. */
export type Offer = { kind: 'totp'; secret: Buffer } | { kind: 'passkey'; challenge: string }

/** Stores an offer in place of the session's earlier one of this kind. */
export async function putOffer(trx: Trx, sessionId: number, offer: Offer, now: Date): Promise<void> {
  const values = { secret: null, challenge: null, ...offer, expiresAt: new Date(now.getTime() + lifetime) }
  await trx
    .insertInto('secondStepOffers')
    .values({ sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['sessionId', 'kind']).doUpdateSet(values))
    .execute()
}

/** The secret that was offered to a session, which stays on offer until its first right code. */
export async function offeredSecret(trx: Trx, sessionId: number, now: Date): Promise<Buffer | undefined> {
  const offer = await trx
    .selectFrom('secondStepOffers')
    .select('secret')
    .where('sessionId', '=', sessionId)
    .where('kind', '=', 'totp')
    .where('expiresAt', '>', now.toISOString())
    .forUpdate()
    .executeTakeFirst()
  return offer?.secret ?? undefined
}

/** The challenge that was given to a session. It is used up, whatever comes of it. */
export async function takeChallenge(trx: Trx, sessionId: number, now: Date): Promise<string | undefined> {
  const offer = await trx
    .deleteFrom('secondStepOffers')
    .where('sessionId', '=', sessionId)
    .where('kind', '=', 'passkey')
    .where('expiresAt', '>', now.toISOString())
    .returning('challenge')
    .executeTakeFirst()
  return offer?.challenge ?? undefined
}

export async function dropOffer(trx: Trx, sessionId: number, kind: Offer['kind']): Promise<void> {
  await trx.deleteFrom('secondStepOffers').where('sessionId', '=', sessionId).where('kind', '=', kind).execute()
}
