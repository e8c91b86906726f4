import { proofLifetime } from '@malote/core/auth/proof.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * `onRequest` hooks of calls that decide who gets in: the session must have been opened, or the password repeated, within
 * the last ten minutes (fresh) or four hours (recent).
 *
 * @throws AppError PROOF_NEEDED, NOT_SIGNED_IN
 */
export const requireFreshProof = proofWithin(proofLifetime.fresh)
export const requireRecentProof = proofWithin(proofLifetime.recent)

function proofWithin(lifetime: number) {
  return async ({ server, sessionId }: FastifyRequest): Promise<void> => {
    const session = await server.db
      .selectFrom('sessions')
      .select('provedAt')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    // It may have ended since the request began.
    if (!session) throw new AppError('NOT_SIGNED_IN')
    if (Date.parse(session.provedAt) + lifetime < server.now().getTime()) throw new AppError('PROOF_NEEDED')
  }
}
