import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { App } from '../fastify.ts'

/** `/healthz` (the process responds), `/readyz` (the database does too), `/metrics` (Prometheus text). */
export async function healthRoutes(app: App) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/healthz', { config: { access: 'everyone' }, schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'operators' }, schema: { hide: true }, logLevel: 'warn' }, async () => {
    await sql`select 1`.execute(app.db).catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', { cause })
    })
    return { status: 'ok' }
  })
  app.get('/metrics', { config: { access: 'operators' }, schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
