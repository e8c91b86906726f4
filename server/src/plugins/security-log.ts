import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of this route in the security log. A function may choose by request; undefined writes no entry. */
    audit?: string | ((request: FastifyRequest) => string | undefined)
  }
  interface FastifyRequest {
    /** The account concerned when nobody is signed in; only for the security log, never for the response. */
    accountId: number | null
    /** Code of the error in the response. */
    refusal: string | null
  }
}

/** Not signed in, refused by a rule, too many attempts: logged for every route. */
const refusedAccess: readonly number[] = [401, 403, 429]

/**
 * Writes one log line for each request that concerns accounts and rights: who, from where, about whom, and the result
 * (docs/security.md, V16). Errors are warnings. Successes are also written if LOG_LEVEL is `warn`, its default.
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

/** Whether the route has path parameters. They are ids, never form input, so they may be logged. */
const hasAny = (params: unknown) => typeof params === 'object' && params !== null && Object.keys(params).length > 0
