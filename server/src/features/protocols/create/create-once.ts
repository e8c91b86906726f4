import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { isOutcomeUnknown } from '../../../platform/db/failures.ts'
import { digestOf } from '../idempotency/content-digest.ts'
import { findDoneWith } from '../idempotency/idempotency.queries.ts'
import type { Claim } from '../idempotency/idempotency.repo.ts'
import { safeToRepeat } from './create-protocol.ts'

/**
 * Runs an action that creates a protocol from another one, under the client's key if there is one. A retry gets the id of
 * the first result, whatever has changed since (contract 12.16).
 *
 * @param content what was sent, with the protocol that it was sent for; throws when it is invalid
 * @param create  one transaction; gets the function that makes the claim, for after the permission check
 * @returns the id of the created protocol
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function createOnce(
  db: Db,
  viewer: Viewer,
  key: string | undefined,
  content: () => object,
  create: (claim: () => Claim | undefined) => Promise<number>,
): Promise<number> {
  const digest = () => digestOf(content())
  try {
    return await create(() => (key === undefined ? undefined : { key, digest: digest() }))
  } catch (error) {
    if (key === undefined) throw error
    if (isOutcomeUnknown(error)) throw safeToRepeat(error)
    const first = await findDoneWith(db, viewer, key, valid(digest))
    if (first !== undefined) return first
    throw error
  }
}

/** undefined for invalid content, under which nothing was ever created */
function valid(digest: () => Buffer): Buffer | undefined {
  try {
    return digest()
  } catch {
    return undefined
  }
}
