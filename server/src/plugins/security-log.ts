import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call of this route is named in the security log; a function decides by what was asked, undefined is no entry. */
    audit?: string | ((request: FastifyRequest) => string | undefined)
  }
  interface FastifyRequest {
    /** Whose account it is about, where nobody is signed in: for the security log alone, the answer never says. */
    accountId: number | null
    /** The code of the refusal that is being answered. */
    refusal: string | null
  }
}

/** Not signed in, refused by a rule, too many attempts: of interest on every route. */
const refusedAccess: readonly number[] = [401, 403, 429]

/**
 * One line for whatever concerns accounts and rights: who asked, from where, about whom, and what the answer was
 * (docs/security.md, V16). Refusals are warnings. Successes are written too where LOG_LEVEL is `warn`, its default.
 */
export const securityLogPlugin = fp(async (app) => {
  app.decorateRequest('accountId', null)
  app.decorateRequest('refusal', null)
  const log = app.log.level === 'warn' ? app.log.child({}, { level: 'info' }) : app.log

  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply
    const event = nameOf(request) ?? (refusedAccess.includes(status) ? 'access' : undefined)
    if (event === undefined) return
    const { accountId, refusal: code, ip: address, method, params, id: reqId } = request
    const userId = request.viewer?.id
    const entry = {
      ...{ event, status, reqId, address, method, route: request.routeOptions.url },
      ...(code !== null && { code }),
      ...(userId !== undefined && { userId }),
      ...(accountId !== null && { accountId }),
      ...(hasAny(params) && { params }),
    }
    if (status < 400) log.info(entry, 'security')
    else log.warn(entry, 'security')
  })
})

function nameOf(request: FastifyRequest): string | undefined {
  const { audit } = request.routeOptions.config
  return typeof audit === 'function' ? audit(request) : audit
}

/** Of a path: identities, never what somebody typed into a form. */
const hasAny = (params: unknown) => typeof params === 'object' && params !== null && Object.keys(params).length > 0
