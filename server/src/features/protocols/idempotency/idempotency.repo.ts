import type { Trx } from '../../../platform/db/connect.ts'

/** A key, and the digest of what was sent under it. */
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
