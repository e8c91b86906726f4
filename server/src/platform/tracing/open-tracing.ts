import { hostname } from 'node:os'
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { version } from '../release.ts'

/** Makes spans while traces are exported. */
export interface Tracing {
  /**
   * Begins the span of a request.
   *
   * @param headers of a trusted proxy: its `traceparent` (W3C Trace Context) becomes the parent
   */
  beginRequest: (name: string, attributes: Attributes, headers: Record<string, unknown> | undefined) => RequestSpan
  /** Runs `work` in a span of its own, which fails with it. */
  inSpan: <Result>(span: NewSpan, work: (span: Span) => Promise<Result>) => Promise<Result>
  /** Whether a span is open around the caller. */
  isInside: () => boolean
}

export interface NewSpan {
  name: string
  kind: keyof typeof SpanKind
  attributes: Attributes
}

interface RequestSpan {
  span: Span
  /** Runs `work` inside the span, as everything that it starts. */
  run: (work: () => void) => void
}

interface Settings {
  endpoint: string
  OTEL_SERVICE_NAME: string
  /** Share of the traces that are exported, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: number
  PORT: number
  /** Milliseconds that a stop may take to export the last spans. */
  timeoutMs?: number
}

/** Opens the exporter. Without any global of the API, so that only our own spans exist. */
export function openTracing({ endpoint, timeoutMs = 3_000, ...settings }: Settings): {
  tracing: Tracing
  close: () => Promise<void>
} {
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: timeoutMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.OTEL_SERVICE_NAME,
      'service.version': version,
      'service.instance.id': `${hostname()}:${settings.PORT}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: timeoutMs })],
  })
  const tracer = provider.getTracer('malote', version)

  return {
    tracing: {
      isInside: () => trace.getSpan(contexts.active()) !== undefined,

      beginRequest(name, attributes, headers) {
        const parent = headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
        const context = trace.setSpan(parent, span)
        return { span, run: (work) => contexts.with(context, work) }
      },

      async inSpan({ name, kind, attributes }, work) {
        const parent = contexts.active()
        const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent)
        try {
          return await contexts.with(trace.setSpan(parent, span), () => work(span))
        } catch (error) {
          markFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      },
    },
    async close() {
      await provider.shutdown().catch(() => {})
      contexts.disable()
    },
  }
}

/** By the error's code or name: its message may quote a value. */
function markFailed(span: Span, error: unknown) {
  const { code, name } = error as { code?: unknown; name?: string }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
