import type { Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requestIdTrust } from '../http/request-id.ts'
import type { Config } from '../settings/config.ts'
import type { NewSpan, Tracing } from './open-tracing.ts'

let tracing: Tracing | undefined

/** undefined unless {@link startTracing} runs, so that installations without traces pay one comparison. */
export const currentTracing = (): Tracing | undefined => tracing

/** Runs `work` in a span if traces are exported. */
export const traced = <Result>(span: NewSpan, work: (span?: Span) => Promise<Result>): Promise<Result> =>
  tracing ? tracing.inSpan(span, work) : work()

/**
 * Runs a statement in a span, if it belongs to a request or job: timers that look every two seconds are not traced. The
 * span has the statement's text, whose values are parameters, and never a value; of an error only its code.
 */
export function tracedStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracing?.isInside()) return run()
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.trim().slice(0, longestStatement),
  }
  return tracing.inSpan({ name: operation, kind: 'CLIENT', attributes }, run)
}

const longestStatement = 2_000

type Settings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG' | 'PORT'
> & {
  /** Milliseconds that a stop may take to export the last spans. */
  timeoutMs?: number
}

/**
 * Exports traces to a collector (OTLP over HTTP) if OTEL_EXPORTER_OTLP_ENDPOINT is set. The packages are loaded only
 * then. A collector that is away costs nothing but the spans, which are dropped.
 *
 * @returns a function that exports the last spans and stops
 */
export async function startTracing(settings: Settings): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings
  if (endpoint === undefined) return async () => {}
  const { openTracing } = await import('./open-tracing.ts')
  const opened = openTracing({ ...settings, endpoint })
  tracing = opened.tracing
  return async () => {
    tracing = undefined
    await opened.close()
  }
}

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
