import { proofLifetime } from '@malote/core/auth/proof.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hook of calls that change how somebody signs in: the session must have been opened, or the password
 * repeated, within the last ten minutes.
 *
 * @throws AppError PROOF_NEEDED
 */
export async function requireFreshProof(request: FastifyRequest): Promise<void> {
  const { provedAt } = await request.server.db
    .selectFrom('sessions')
    .select('provedAt')
    .where('id', '=', request.sessionId)
    .executeTakeFirstOrThrow()
  if (Date.parse(provedAt) + proofLifetime < request.server.now().getTime()) throw new AppError('PROOF_NEEDED')
}
