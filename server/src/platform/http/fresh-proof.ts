import { proofLifetime } from '@malote/core/auth/password.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'

/**
 * `onRequest` hooks of calls that decide who gets in: the session must have been opened, or the password repeated, within
 * the last ten minutes (fresh) or four hours (recent).
 *
 * @throws AppError PROOF_NEEDED, NOT_SIGNED_IN
 */
export const requireFreshProof = (request: FastifyRequest): Promise<void> =>
  ensureProof(request.server.db, request, proofLifetime.fresh)
export const requireRecentProof = (request: FastifyRequest): Promise<void> =>
  ensureRecentProof(request.server.db, request)

/**
 * {@link requireRecentProof} within a transaction: for one that learns on its way that it needs the proof, or makes what
 * would outlive the session. The session ends after the transaction then.
 */
export const ensureRecentProof = (db: Db, request: FastifyRequest): Promise<void> =>
  ensureProof(db, request, proofLifetime.recent)

async function ensureProof(db: Db, { server, sessionId }: FastifyRequest, lifetime: number): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('provedAt')
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst()
  // It may have ended since the request began.
  if (!session) throw new AppError('NOT_SIGNED_IN')
  if (Date.parse(session.provedAt) + lifetime < server.now().getTime()) throw new AppError('PROOF_NEEDED')
}
