import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../platform/db/connect.ts'
import { inDatabase } from '../../platform/db/limiter-store.ts'
import { formsPlugin, storagePlugin } from '../../platform/files/files-plugin.ts'
import type { FormRules } from '../../platform/files/receive-form.ts'
import { openScanner } from '../../platform/files/scanner.ts'
import type { App } from '../../platform/http/fastify.ts'

/** What a route that accepts files also accepts: the same fields as JSON. */
export const formTypes = ['multipart/form-data', 'application/json']

/** Rules that every form with files has in common; a route adds its formats, numbers of files and fields. */
export type UploadRules = (request: FastifyRequest) => Omit<FormRules, 'formats' | 'filesPerItem' | 'fields'>

/** Prepares a plugin's routes for forms with files: the parser, the storage, the virus scan, and each person's quota. */
export async function openUploads(app: App): Promise<UploadRules> {
  await app.register(storagePlugin)
  await app.register(formsPlugin)
  const { incoming } = app.storage
  const largestFile = Math.floor(app.settings.UPLOAD_MAX_MB * 1024 * 1024)
  const quota = uploadQuota(app.db, app.settings.UPLOAD_DAILY_MB)
  return (request) => ({
    ...{ incoming, largestFile, scanner: openScanner(app.settings) },
    admit: (bytes) => quota.reserve(request.viewer.id, bytes),
  })
}

/** Logs who sent a file that the virus scanner refused: `audit` in a route's config. */
export const infectedFile = ({ refusal }: FastifyRequest) => (refusal === 'FILE_INFECTED' ? 'infected-file' : undefined)

/** Seconds. */
const day = 24 * 3600
const kibibyte = 1024

/** Counts what a person sends in 24 hours, before it is stored. */
interface UploadQuota {
  /**
   * @param bytes that may arrive
   * @returns a function that gives back the bytes that did not
   * @throws AppError TOO_MANY_UPLOADS
   */
  reserve: (userId: number, bytes: number) => Promise<(unused: number) => Promise<void>>
}

/** @param megabytes in MiB, per person */
function uploadQuota(db: Db, megabytes: number): UploadQuota {
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
