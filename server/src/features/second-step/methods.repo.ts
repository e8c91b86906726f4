import type { SecondStepKind } from '@malote/core/auth/second-step.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { EnrolledPasskey, NewPasskey } from './passkeys.ts'

/** Enrols an authenticator app in place of an earlier one. */
export async function putTotp(
  trx: Trx,
  { userId, name, secret, lastStep }: { userId: number; name: string; secret: Buffer; lastStep: number },
  now: Date,
): Promise<void> {
  await trx.deleteFrom('secondStepMethods').where('userId', '=', userId).where('kind', '=', 'totp').execute()
  await trx
    .insertInto('secondStepMethods')
    .values({ userId, kind: 'totp', name, secret, lastStep, createdAt: now })
    .execute()
}

/** @throws a unique violation when the credential is already enrolled, by anybody */
export async function insertPasskey(
  trx: Trx,
  { userId, name }: { userId: number; name: string },
  { id, publicKey, counter, transports = [] }: NewPasskey,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('secondStepMethods')
    .values({
      userId,
      kind: 'passkey',
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports,
      createdAt: now,
    })
    .execute()
}

/** The authenticator app of a person, locked, so that one code is not accepted twice. */
export async function lockTotp(trx: Trx, userId: number) {
  const row = await trx
    .selectFrom('secondStepMethods')
    .select(['id', 'secret', 'lastStep'])
    .where('userId', '=', userId)
    .where('kind', '=', 'totp')
    .forUpdate()
    .executeTakeFirst()
  const { id = 0, secret, lastStep } = row ?? {}
  return secret && lastStep != null ? { id, secret, lastStep } : undefined
}

/** A person's passkeys, locked, so that one signature is not accepted twice. */
export async function lockPasskeys(trx: Trx, userId: number): Promise<EnrolledPasskey[]> {
  const rows = await trx
    .selectFrom('secondStepMethods')
    .select(['id', 'credentialId', 'publicKey', 'signCount', 'transports'])
    .where('userId', '=', userId)
    .where('kind', '=', 'passkey')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.flatMap(({ id, credentialId, publicKey, signCount, transports }) =>
    credentialId !== null && publicKey !== null && signCount !== null
      ? [{ id, credentialId, publicKey, signCount, transports: transports ?? [] }]
      : [],
  )
}

/** Records the use of a method, with the time step or counter that must not be accepted again. */
export async function markUsed(
  trx: Trx,
  id: number,
  used: { lastStep: number } | { signCount: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('secondStepMethods')
    .set({ ...used, lastUsedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Removes a method of a person, and says which it was; undefined when they have no such method. */
export async function deleteMethod(trx: Trx, userId: number, id: number) {
  const deleted = await trx
    .deleteFrom('secondStepMethods')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning(['kind', 'name'])
    .executeTakeFirst()
  return deleted && { name: deleted.name, kind: deleted.kind as SecondStepKind }
}

/** Removes all methods of a person. Returns their kinds and names. */
export const deleteMethods = (trx: Trx, userId: number) =>
  trx.deleteFrom('secondStepMethods').where('userId', '=', userId).returning(['kind', 'name']).execute()

export async function countMethods(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('secondStepMethods')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** How long an enrolment may take, in milliseconds. */
const lifetime = 10 * 60_000

/** What was offered to a session: a secret for an authenticator app, or what a new passkey must sign. */
type Offer = { kind: 'totp'; secret: Buffer } | { kind: 'passkey'; challenge: string }

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
export const offeredSecret = async (db: Db, sessionId: number, now: Date): Promise<Buffer | undefined> =>
  (await selectSecret(db, sessionId, now).executeTakeFirst())?.secret ?? undefined

/** The same, until the end of the transaction. */
export const lockOfferedSecret = async (trx: Trx, sessionId: number, now: Date): Promise<Buffer | undefined> =>
  (await selectSecret(trx, sessionId, now).forUpdate().executeTakeFirst())?.secret ?? undefined

const selectSecret = (db: Db, sessionId: number, now: Date) =>
  db
    .selectFrom('secondStepOffers')
    .select('secret')
    .where('sessionId', '=', sessionId)
    .where('kind', '=', 'totp')
    .where('expiresAt', '>', now.toISOString())

/** The challenge of a session. Reading it deletes it, so that no answer can use it twice. */
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
