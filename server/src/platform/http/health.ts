import { AppError } from '@malote/core/shared/errors.ts'
import { sql } from 'kysely'
import type { App } from './fastify.ts'

/** `/healthz` (the process responds), `/readyz` (the database does too), `/metrics` (Prometheus text). */
export async function healthRoutes(app: App) {
  app.get('/healthz', { config: { access: 'everyone' }, schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'operators' }, schema: { hide: true }, logLevel: 'warn' }, async () => {
    await sql`select 1`.execute(app.db).catch((cause: unknown) => {
      throw new AppError('UNAVAILABLE', { cause })
    })
    return { status: 'ok' }
  })
  app.get('/metrics', { config: { access: 'operators' }, schema: { hide: true } }, async (_request, reply) => {
    reply.type(app.metrics.contentType)
    return app.metrics.metrics()
  })
}
