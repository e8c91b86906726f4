import { proofLifetime } from '@malote/core/auth/proof.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hooks of calls that decide who gets in: the session must have been opened, or the password repeated, within
 * the last ten minutes (fresh) or four hours (recent).
 *
 * @throws AppError PROOF_NEEDED
 */
export const requireFreshProof = proofWithin(proofLifetime.fresh)
export const requireRecentProof = proofWithin(proofLifetime.recent)

function proofWithin(lifetime: number) {
  return async ({ server, sessionId }: FastifyRequest): Promise<void> => {
    const { provedAt } = await server.db
      .selectFrom('sessions')
      .select('provedAt')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    if (Date.parse(provedAt) + lifetime < server.now().getTime()) throw new AppError('PROOF_NEEDED')
  }
}
