import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requestIdTrust } from '../http/request-id.ts'
import { currentTracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs work inside the span of this request; null while traces are off. */
    inTrace: ((work: () => void) => void) | null
  }
}

/** A code of `SpanStatusCode`, which is loaded only while traces are exported. */
const failed = 2

/**
 * One span per request, named by the pattern of its route. By hand and not by instrumentation, because that would patch
 * Node's loader and every library; we have one place for requests, statements and jobs each.
 */
export const tracingPlugin = fp(async (app) => {
  const isTrusted = requestIdTrust(app.settings)
  app.decorateRequest('inTrace', null)

  app.addHook('onRequest', (request, reply, done) => {
    const tracing = currentTracing()
    if (!tracing) return done()
    const { method, id, headers, routeOptions, socket } = request
    const route = routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'malote.request_id': id }
    const { span, run } = tracing.beginRequest(
      `${method} ${route}`,
      attributes,
      isTrusted(socket.remoteAddress ?? '') ? headers : undefined,
    )
    request.inTrace = run
    // Also when the client goes away before the response is complete.
    reply.raw.once('close', () => {
      const { statusCode: status } = reply
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: failed }).setAttribute('error.type', `${status}`)
      span.end()
    })
    run(done)
  })
  // A body is read by events that belong to no request, so the span is entered again.
  app.addHook('preValidation', (request: FastifyRequest, _reply, done) => {
    if (request.inTrace) request.inTrace(done)
    else done()
  })
})
