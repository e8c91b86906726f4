import { createHash } from 'node:crypto'
import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyTextOf, deleteInBatches } from '../../platform/db/statements.ts'
import { visibleProtocolRow } from '../custody/protocol-row.queries.ts'

/** An idempotency key that a request claims, and the digest of what was sent under it. */
export interface Claim {
  key: string
  digest: Buffer
}

/**
 * Claims a key for its user.
 *
 * @returns false when another request has claimed it. Waits for a claim that is not committed yet.
 */
export async function claimKey(
  trx: Trx,
  { key, digest }: Claim,
  protocolId: number,
  { by, at }: { by: number; at: Date },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('idempotencyKeys')
    .values({ userId: by, key, contentDigest: digest, protocolId, createdAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returning('protocolId')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Another request of the same user has claimed the key; the current transaction must be rolled back. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/**
 * The protocol that this user created under the key, in its current state.
 *
 * @param digest of the sent content; undefined for invalid content, which never matches
 * @param today  the organisation's civil day
 * @returns undefined when the key is unused
 * @throws AppError IDEMPOTENCY_KEY_REUSED, PROTOCOL_NOT_FOUND when its creator no longer sees it
 */
export async function findCreatedWith(
  db: Db,
  viewer: Viewer,
  key: string,
  digest: Buffer | undefined,
  today: CivilDate,
): Promise<ProtocolRow | undefined> {
  const id = await findDoneWith(db, viewer, key, digest)
  return id === undefined ? undefined : visibleProtocolRow(db, viewer, id, today)
}

/**
 * The id of the protocol that this user created or edited under the key.
 *
 * @param digest as in {@link findCreatedWith}
 * @returns undefined when the key is unused
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function findDoneWith(
  db: Db,
  viewer: Viewer,
  key: string,
  digest: Buffer | undefined,
): Promise<number | undefined> {
  const used = await db
    .selectFrom('idempotencyKeys')
    .select(['protocolId', 'contentDigest'])
    .where('userId', '=', viewer.id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!used) return undefined
  if (used.contentDigest && !(digest && used.contentDigest.equals(digest))) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED')
  }
  return used.protocolId
}

/**
 * The key of one destination of a form for several. Begins with a line break, which no header can contain, so that no
 * client can send it. A digest, because together they would be too long.
 */
export const partKey = (key: string, destinationId: number): string =>
  `\n${destinationId} ${createHash('sha256').update(key).digest('hex')}`

/** The protocols that a form for several destinations has created under the key, by destination. */
export async function findPartsDoneWith(
  db: Db,
  viewer: Viewer,
  { key, digest }: Claim,
  destinations: readonly number[],
): Promise<[number, number][]> {
  const done = await db
    .selectFrom('idempotencyKeys')
    .select(['key', 'protocolId'])
    .where('userId', '=', viewer.id)
    .where('key', '=', anyTextOf(destinations.map((id) => partKey(key, id))))
    .where('contentDigest', '=', digest)
    .execute()
  const byKey = new Map(done.map((row) => [row.key, row.protocolId]))
  return destinations.flatMap((id) => {
    const protocolId = byKey.get(partKey(key, id))
    return protocolId === undefined ? [] : [[id, protocolId] as [number, number]]
  })
}

/** Days for which a repeated creation is recognised: longer than any open form is retried. */
const kept = 7

/**
 * Removes old idempotency keys. Rows are stored in order of `created_at`, so that its BRIN index can find them.
 *
 * @param batchSize rows per transaction
 * @returns the number of removed keys
 */
export const forgetOldKeys = (db: Db, now: Date, batchSize = 5_000): Promise<number> =>
  deleteInBatches(
    db,
    batchSize,
    sql`
      delete from idempotency_keys used using (
        select user_id, key from idempotency_keys
        where created_at < ${now}::timestamptz - make_interval(days => ${kept}) limit ${batchSize}
      ) old
      where used.user_id = old.user_id and used.key = old.key`,
  )
