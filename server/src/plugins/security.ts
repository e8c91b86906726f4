import type { OutgoingHttpHeaders } from 'node:http'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { isCall } from '../lib/is-call.ts'

/** Seconds. */
const year = 365 * 24 * 3600

/** Headers that keep a browser honest, compression, and a polite refusal before the process drowns. */
export const securityPlugin = fp(async (app) => {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes the styles of a component's props into the element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // The product also runs without TLS inside an organisation's network; a proxy with TLS adds its own upgrade.
        upgradeInsecureRequests: null,
      },
    },
    // Asked for where people come by TLS, for this host alone: what else the organisation has below it is not ours to say.
    strictTransportSecurity: app.settings.APP_URL.startsWith('https:') && { maxAge: year, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
  })
  // The library puts the headers together anew for every answer, although they never differ: the first answer's serve all.
  let headers: OutgoingHttpHeaders | undefined
  app.addHook('onRequest', (_request, reply, done) => {
    if (headers) reply.headers(headers)
    else {
      reply.helmet()
      headers = { ...reply.raw.getHeaders() }
    }
    done()
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5 })

  app.addHook('onSend', async (request, reply) => {
    // The route's own address: that of the request may be written in other ways (`/%61pi`).
    const address = request.routeOptions.url ?? request.url
    if (isDynamic(address) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
})

const isDynamic = (address: string) => isCall(address) || ['/healthz', '/readyz', '/metrics'].includes(address)
