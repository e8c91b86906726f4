import type { Span } from '@opentelemetry/api'
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

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG' | 'PORT'>

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
