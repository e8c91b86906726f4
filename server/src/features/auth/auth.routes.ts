import { forgotPasswordBody, loginBody, loginReply } from '@malote/core/auth/login.ts'
import { ownSessionWire } from '@malote/core/auth/own-session.ts'
import { proofBody } from '@malote/core/auth/password.ts'
import { sessionUserWire } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { z } from 'zod'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { requireRecentProof } from '../../platform/http/fresh-proof.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { recordAudit } from '../audit/public.ts'
import { findSessionUser } from './admit.ts'
import { login } from './login.ts'
import { proveAgain } from './prove-again.ts'
import { endSession, endSessions, listOwnSessions } from './sessions.repo.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { successLimit, type Throttle, ThrottledError, throttle } from './throttle.ts'

const othersEnded = {
  title: 'Sessões encerradas',
  message:
    'As suas outras sessões no Malote foram encerradas no seu perfil, e o endereço do seu calendário, se havia um. Se não foi você, altere a sua senha.',
}

const oneEnded = {
  title: 'Sessão encerrada',
  message: 'Uma das suas sessões no Malote foi encerrada no seu perfil. Se não foi você, altere a sua senha.',
}

/** Signing in and out, and the user's own sessions. */
export async function authRoutes(app: App) {
  const logins = signInThrottle(app.db)
  const successes = successLimit(app.db, app.settings.FAIR_USE_FACTOR)
  const resets = throttle(app.db, 'forgot-password', { perAccount: 3, perAddress: 30 })

  app.post(
    '/api/auth/login',
    { config: { access: 'everyone', audit: 'sign-in' }, schema: { body: loginBody, response: { 200: loginReply } } },
    (request) => {
      const onAccount = (id: number) => {
        request.accountId = id
      }
      const origin = { ip: request.ip, userAgent: request.headers['user-agent'], onAccount }
      return login(app.db, { logins, successes }, app.settings, request.body, origin, app.now())
    },
  )

  app.post(
    '/api/auth/forgot-password',
    {
      config: { access: 'everyone', audit: 'password.link' },
      schema: { body: forgotPasswordBody, response: noContent },
    },
    async (request, reply) => {
      await forgotPassword(app.db, resets, request.body.email, request.ip)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/auth/me',
    { config: { access: 'signed-in', duringDuty: true }, schema: { response: { 200: sessionUserWire } } },
    async ({ viewer, duty }) => ({ ...(await findSessionUser(app.db, viewer.id)), ...(duty && { duty }) }),
  )

  app.post(
    '/api/auth/proof',
    {
      config: { access: 'signed-in', audit: 'proof', work: 'hashing', duringDuty: true },
      schema: { body: proofBody, response: noContent },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      await proveAgain(app.db, logins, app.settings, request, currentPassword, app.now())
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/auth/logout',
    { config: { access: 'signed-in', audit: 'sign-out', duringDuty: true }, schema: { response: noContent } },
    async (request, reply) => {
      const { viewer: actor, sessionId } = request
      await app.db.transaction().execute(async (trx) => {
        await endSession(trx, actor.id, sessionId)
        await recordAudit(trx, { action: 'sign-out', actor, address: actor.address })
      })
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/auth/sessions',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(ownSessionWire) } } },
    (request) => listOwnSessions(app.db, request.viewer.id, request.sessionId, app.now()),
  )

  app.delete(
    '/api/auth/sessions',
    {
      config: { access: 'signed-in', audit: 'session.ended' },
      onRequest: requireRecentProof,
      schema: { response: noContent },
    },
    async (request, reply) => {
      const { viewer, sessionId } = request
      await app.db.transaction().execute(async (trx) => {
        await endSessions(trx, viewer.id, sessionId)
        await notifyAccount(trx, { userId: viewer.id, ...othersEnded, at: app.now() })
        await recordAudit(trx, {
          ...{ action: 'session.ended', actor: viewer, address: viewer.address },
          subject: { kind: 'user', id: String(viewer.id), name: viewer.name },
        })
      })
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/auth/sessions/:id',
    {
      config: { access: 'signed-in', audit: 'session.ended' },
      onRequest: requireRecentProof,
      schema: { params: idParams, response: noContent },
    },
    async (request, reply) => {
      const { viewer, params } = request
      await app.db.transaction().execute(async (trx) => {
        if (!(await endSession(trx, viewer.id, params.id))) throw new AppError('SESSION_NOT_FOUND')
        await notifyAccount(trx, { userId: viewer.id, ...oneEnded, at: app.now() })
        await recordAudit(trx, {
          ...{ action: 'session.ended', actor: viewer, address: viewer.address },
          subject: { kind: 'session', id: String(params.id), name: null },
        })
      })
      return reply.code(204).send()
    },
  )
}

/**
 * Requests a link by e-mail. The job looks up the account later: the request does the same work for every address, so
 * that its response reveals nothing.
 */
async function forgotPassword(db: Db, throttle: Throttle, email: string, ip: string): Promise<void> {
  try {
    await throttle.reserve(email, ip)
  } catch (refusal) {
    if (refusal instanceof ThrottledError) return // silently: the response is always the same
    throw refusal
  }
  await db.transaction().execute((trx) => queueMail(trx, [{ kind: 'passwordReset', email }]))
}
