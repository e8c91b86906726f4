import { AppError } from '@malote/core/shared/errors.ts'
import { isAdmin } from '@malote/core/users/viewer.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hook of routes that only an Admin may use. It runs after the sign-in and before anything of the request is
 * judged, so that whoever has no right learns neither which ids exist nor what a right body looks like (contract 12.5).
 *
 * @throws AppError ONLY_ADMINS
 */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!isAdmin(request.viewer)) throw new AppError('ONLY_ADMINS')
}
