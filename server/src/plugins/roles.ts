import { ensure } from '@malote/core/shared/verdict.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hook for routes that only Admins may use. Runs after authentication and before any validation, so that
 * other users learn neither which ids exist nor what a valid body looks like (contract 12.5).
 *
 * @throws AppError ONLY_ADMINS
 */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  ensure(canAdminister(request.viewer))
}
