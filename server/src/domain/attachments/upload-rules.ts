import type { FastifyRequest } from 'fastify'
import { formsPlugin, storagePlugin } from '../../platform/files/files-plugin.ts'
import type { FormRules } from '../../platform/files/receive-form.ts'
import { openScanner } from '../../platform/files/scanner.ts'
import type { App } from '../../platform/http/fastify.ts'
import { uploadQuota } from './upload-quota.ts'

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
  const scanner = openScanner(app.settings)
  return (request) => ({
    ...{ incoming, largestFile, scanner },
    admit: (bytes) => quota.reserve(request.viewer.id, bytes),
  })
}

/** Logs who sent a file that the virus scanner refused: `audit` in a route's config. */
export const infectedFile = ({ refusal }: FastifyRequest) => (refusal === 'FILE_INFECTED' ? 'infected-file' : undefined)
