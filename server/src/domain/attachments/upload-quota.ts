import { AppError } from '@malote/core/shared/errors.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../platform/db/connect.ts'
import { inDatabase } from '../../platform/db/limiter-store.ts'

/** Seconds. */
const day = 24 * 3600
const kibibyte = 1024

/** Counts what a person sends in 24 hours, before it is stored. */
export interface UploadQuota {
  /**
   * @param bytes that may arrive
   * @returns a function that gives back the bytes that did not
   * @throws AppError TOO_MANY_UPLOADS
   */
  reserve: (userId: number, bytes: number) => Promise<(unused: number) => Promise<void>>
}

/** @param megabytes in MiB, per person */
export function uploadQuota(db: Db, megabytes: number): UploadQuota {
  const points = megabytes * kibibyte
  const limiter = new RateLimiterPostgres({ ...inDatabase(db), keyPrefix: 'upload', points, duration: day })
  return {
    async reserve(userId, bytes) {
      const wanted = Math.min(Math.ceil(bytes / kibibyte), points)
      try {
        await limiter.consume(userId, wanted)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // A smaller form may still fit.
        await limiter.reward(userId, wanted)
        throw new AppError('TOO_MANY_UPLOADS', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) })
      }
      return async (unused) => {
        const returned = Math.min(Math.floor(unused / kibibyte), wanted)
        if (returned > 0) await limiter.reward(userId, returned)
      }
    },
  }
}
