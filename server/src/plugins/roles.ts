import { ensure } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hook of routes that only an Admin may use. It runs after the sign-in and before anything of the request is
 * judged, so that whoever has no right learns neither which ids exist nor what a right body looks like (contract 12.5).
 *
 * @throws AppError ONLY_ADMINS
 */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  ensure(canAdminister(request.viewer))
}
