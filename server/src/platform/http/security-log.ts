import type { AuditAction } from '@malote/core/audit/audit-event.ts'
import type { WireFields } from '@malote/core/audit/changed-fields.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this route does to accounts and rights. A function may choose by request; undefined: nothing. */
    // meets V16.1.1
    audit?: SecurityEvent | ((request: FastifyRequest) => SecurityEvent | undefined)
  }
  interface FastifyInstance {
    /** Writes a line of the security log about a request. */
    logSecurity: (event: SecurityEvent, request: FastifyRequest, reply: FastifyReply, more?: object) => void
  }
  interface FastifyRequest {
    /** The account concerned when nobody is signed in; only for the security log, never for the response. */
    accountId: number | null
    /** What an identity provider said about somebody who was refused; only for the audit. */
    claimed: WireFields | null
    /** Name and virus of a refused upload; only for the audit. */
    infected: WireFields | null
    /** Code of the error in the response. */
    refusal: string | null
  }
}

/** Events of the log: those of the audit and repeated passwords (`POST /api/auth/proof`). */
export type SecurityEvent = AuditAction | 'proof'

/** Not signed in, refused by a rule, too many attempts: logged for every route. */
const refusedAccess: readonly number[] = [401, 403, 429]

/**
 * Writes log lines for requests that concern accounts, rights and settings: who, from where, about whom, and the result
 * (docs/security.md, V16). A line has the name of the audited event; what is audited gets one line when the request has
 * succeeded. Errors are warnings. Successes are also written if LOG_LEVEL is `warn`, its default.
 */
export const securityLogPlugin = fp(async (app) => {
  app.decorateRequest('accountId', null)
  app.decorateRequest('claimed', null)
  app.decorateRequest('infected', null)
  app.decorateRequest('refusal', null)
  const log = app.log.level === 'warn' ? app.log.child({}, { level: 'info' }) : app.log

  app.decorate('logSecurity', (event, request, { statusCode: status }, more) => {
    const { accountId, refusal: code, ip: address, method, id: reqId } = request
    const params = idsOf(request)
    const userId = request.viewer?.id
    const entry = {
      ...{ event, status, reqId, address, method, route: request.routeOptions.url },
      ...(code !== null && { code }),
      ...(userId !== undefined && { userId }),
      ...(accountId !== null && { accountId }),
      ...(hasAny(params) && { params }),
      ...more,
    }
    if (status < 400 && event !== 'access.denied') log.info(entry, 'security')
    else log.warn(entry, 'security')
  })

  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) {
      const event = refusedEvent(request) ?? (refusedAccess.includes(reply.statusCode) ? 'access.denied' : undefined)
      if (event) app.logSecurity(event, request, reply)
    } else if (request.viewer) {
      for (const { action, ...more } of linesOf(request)) app.logSecurity(action, request, reply, more)
      if (eventOf(request) === 'proof') app.logSecurity('proof', request, reply)
    } else {
      const event = eventOf(request)
      if (event) app.logSecurity(event, request, reply)
    }
  })
})

/** What the route does to accounts and rights. */
function eventOf(request: FastifyRequest): SecurityEvent | undefined {
  const { audit } = request.routeOptions.config
  return typeof audit === 'function' ? audit(request) : audit
}

/** The event of a refused request: a refused sign-in has a name of its own. */
export function refusedEvent(request: FastifyRequest): SecurityEvent | undefined {
  const event = eventOf(request)
  return event === 'sign-in' ? 'sign-in.failed' : event
}

/** One line per kind of event that the request recorded: an import records many of the same kind. */
function linesOf({ viewer: { audited } }: FastifyRequest) {
  return [...Map.groupBy(audited, ({ action }) => action)].map(([action, events]) => {
    const [{ subject } = { subject: null }] = events
    return { action, ...(events.length > 1 ? { count: events.length } : subject && { subject }) }
  })
}

/** The path parameters are ids, never form input, so they may be logged; of what needs no session they may be a secret. */
const idsOf = ({ params, routeOptions }: FastifyRequest) =>
  routeOptions.config.access === 'everyone' ? undefined : params

const hasAny = (params: unknown) => typeof params === 'object' && params !== null && Object.keys(params).length > 0

/**
 * Older links for invitations and forgotten passwords have their token in the query, and the way back from a provider
 * has its code there (contract 18.1).
 */
const token = /([?&](?:[^?&=#]*token|code)=)[^&#]*/gi
/**
 * The address of a calendar feed is its token (contract 21.20), and so is the one that switches off a kind of mail; however
 * it is spelled, with or without a host before it, and whether or not something answers there.
 */
const tokenPath = /^(?:https?:\/\/[^/]*)?\/+api\/+(calendar|unsubscribe)\//i

/** The logged form of a request: like Fastify's, without the tokens and codes in its URL. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: withoutTokens(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})

function withoutTokens(url: string): string {
  const kind = tokenPath.exec(decoded(url))?.[1]?.toLowerCase()
  if (kind === undefined) return url.replace(token, '$1…')
  return kind === 'calendar' ? '/api/calendar/….ics' : `/api/${kind}/…`
}

/** Never throws, as `decodeURIComponent` does. */
const decoded = (url: string) =>
  url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
