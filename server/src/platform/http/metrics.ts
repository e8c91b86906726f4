import { AppError } from '@malote/core/shared/errors.ts'
import fp from 'fastify-plugin'
import { sql } from 'kysely'
import { Gauge, Histogram, Registry } from 'prom-client'
import { poolsOf } from '../db/connect.ts'
import { diskSpace } from '../files/storage.ts'
import { processMetrics } from '../metrics.ts'
import { version } from '../release.ts'
import type { App } from './fastify.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` shows. A plugin registers its own figures here. */
    metrics: Registry
  }
}

/** Seconds: most responses take a few milliseconds, and an alert compares the 95th percentile with one second. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30]

/** Figures of the process, of HTTP and of the connections to the database. */
export const metricsPlugin = fp(async (app) => {
  const registry = new Registry()
  const registers = [registry]
  app.decorate('metrics', registry)
  for (const metric of processMetrics) registry.registerMetric(metric as Gauge)

  new Gauge({
    name: 'malote_info',
    help: 'Always 1; the labels have the versions of Malote and Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and never the URL, which has ids and texts. Unknown addresses share one.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  new Gauge({
    name: 'malote_pool_connections',
    help: 'Connections to the database, by pool (statements, transactions, exports) and state (used, idle, waiting, max)',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      const pools = [
        ...poolsOf(app.db),
        // Exports run single statements only.
        ...poolsOf(app.exportDb).flatMap(({ use, pool }) => (use === 'statements' ? [{ use: 'exports', pool }] : [])),
      ]
      for (const { use, pool } of pools) {
        this.set({ pool: use, state: 'used' }, pool.totalCount - pool.idleCount)
        this.set({ pool: use, state: 'idle' }, pool.idleCount)
        this.set({ pool: use, state: 'waiting' }, pool.waitingCount)
        this.set({ pool: use, state: 'max' }, pool.options.max)
      }
    },
  })
  new Gauge({
    name: 'malote_admission_requests',
    help: 'API requests by kind (reading, writing) and state: inside are being worked on, waiting are queued for that',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, { inside, waiting }] of Object.entries(app.admission())) {
        this.set({ kind, state: 'inside' }, inside)
        this.set({ kind, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'malote_disk_free_bytes',
    help: 'Free bytes of the disk of DATA_DIR',
    registers,
    async collect() {
      await diskSpace(app.settings.DATA_DIR).then(
        ({ free }) => this.set(free),
        () => this.reset(),
      )
    },
  })
})

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
