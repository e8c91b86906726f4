import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import { oidcFinishBody, oidcLogoutReply, oidcStartBody, oidcStartReply } from '@malote/core/auth/oidc.ts'
import { signedInReply } from '@malote/core/auth/second-step.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/connect.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordAudit } from '../audit/public.ts'
import { endSession, providerThrottle, successLimit } from '../auth/public.ts'
import { reasonOf } from './client-secret.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { openProvider, type Provider } from './provider.ts'

/** Signing in and out at an OpenID Connect provider. */
export async function oidcRoutes(app: App) {
  const provider = openProvider(app.settings)
  const throttle = providerThrottle(app.db)
  const successes = successLimit(app.db, app.settings.FAIR_USE_FACTOR)

  app.post(
    '/api/auth/oidc/start',
    { config: { access: 'everyone' }, schema: { body: oidcStartBody, response: { 200: oidcStartReply } } },
    async (request) => {
      const known = configured(provider)
      ensureOwnAddress(request)
      return told(request, known.begin(request.body?.again ?? false, app.now()))
    },
  )

  app.post(
    '/api/auth/oidc/finish',
    {
      config: { access: 'everyone', audit: 'sign-in' },
      schema: { body: oidcFinishBody, response: { 200: signedInReply } },
    },
    async (request) => {
      const onRefused = (claimed: WireFields) => {
        request.claimed = claimed
      }
      const place = { address: request.ip }
      let account: string | undefined
      const onProved = (proved: string) => {
        account = proved
        return successes.ensure(place, account)
      }
      const client = { ip: request.ip, userAgent: request.headers['user-agent'], onRefused, onProved }
      await successes.ensure(place)
      const parts = { provider: configured(provider), throttle }
      const finish = finishSignIn(app.db, app.settings, parts, request.body, client, app.now())
      const { user, token } = await told(request, finish)
      await successes.count(place, account)
      request.accountId = user.id
      return { user, token }
    },
  )

  app.post(
    '/api/auth/oidc/logout',
    {
      config: { access: 'signed-in', audit: 'sign-out', duringDuty: true },
      schema: { response: { 200: oidcLogoutReply } },
    },
    async (request) => ({ url: await leaveProvider(app.db, provider, request, app.now()) }),
  )

  /** The provider leads back to APP_URL, where a tab of another origin could not read what it began with. */
  function ensureOwnAddress({ headers: { origin } }: FastifyRequest) {
    const { APP_URL } = app.settings
    if (origin === undefined || origin === new URL(APP_URL).origin) return
    throw new AppError('OTHER_ADDRESS', { message: `Para entrar assim, abra o Malote em ${APP_URL}.` })
  }
}

function configured(provider: Provider | null): Provider {
  if (!provider) throw new AppError('ROUTE_NOT_FOUND')
  return provider
}

/** Awaits a step of a sign-in. Tells the operator why it failed; the person only learns what to do next. */
async function told<Result>(request: FastifyRequest, step: Promise<Result>): Promise<Result> {
  try {
    return await step
  } catch (refusal) {
    const reason = reasonOf(refusal)
    if (reason) request.log.warn({ reason }, 'sign-in at the provider failed')
    throw refusal
  }
}

/** The person who leaves, with session and address. */
interface Leaver {
  viewer: Viewer
  sessionId: number
  ip: string
}

/**
 * Ends a session here, whatever happens at the provider.
 *
 * @returns the page that ends the provider's session too; null when the session did not begin there, or there is none
 */
async function leaveProvider(
  db: Db,
  provider: Provider | null,
  { viewer, sessionId, ip }: Leaver,
  now: Date,
): Promise<string | null> {
  const session = await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('sessions').select('idToken').where('id', '=', sessionId).executeTakeFirst()
    await endSession(trx, viewer.id, sessionId)
    await recordAudit(trx, { action: 'sign-out', actor: viewer, address: ip })
    return before
  })
  return provider && session?.idToken ? provider.endSessionUrl(session.idToken, now) : null
}
