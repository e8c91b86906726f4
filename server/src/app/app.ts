import { fileURLToPath } from 'node:url'
import { verificationPath } from '@malote/core/codes/paper-verdict.ts'
import { usePortugueseIssues } from '@malote/core/shared/portuguese-issues.ts'
import fastify from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { refusalsPlugin } from '../features/audit/public.ts'
import { eventsPlugin, liveChanges } from '../features/live/events.plugin.ts'
import type { ChangeFeed } from '../platform/db/change-feed.ts'
import { type Db, forRequests } from '../platform/db/connect.ts'
import type { Replica } from '../platform/db/replica/open-replica.ts'
import { accessPlugin } from '../platform/http/access.ts'
import { admissionPlugin } from '../platform/http/admission.ts'
import { authPlugin } from '../platform/http/auth.ts'
import { connectionsPlugin } from '../platform/http/connections.ts'
import { errorsPlugin, refuseBrokenRequest } from '../platform/http/errors.ts'
import { fairUsePlugin } from '../platform/http/fair-use.ts'
import type { App } from '../platform/http/fastify.ts'
import { accessChanges } from '../platform/http/known-sessions.ts'
import { drainingPlugin } from '../platform/http/linger.ts'
import { healthRoutes, metricsPlugin } from '../platform/http/metrics.ts'
import { openapiPlugin } from '../platform/http/openapi.ts'
import { pathParamsPlugin } from '../platform/http/path-params.ts'
import { requestIds } from '../platform/http/request-id.ts'
import { responseSerializer } from '../platform/http/response-serializer.ts'
import { securityPlugin } from '../platform/http/security.ts'
import { loggedRequest, securityLogPlugin } from '../platform/http/security-log.ts'
import { refuseTextAndForms, tolerateEmptyJson } from '../platform/http/valid-body.ts'
import { webRoutes } from '../platform/http/web.ts'
import type { Config } from '../platform/settings/config.ts'
import { openThreads } from '../platform/threads/threads.ts'
import { tracingPlugin } from '../platform/tracing/tracing.ts'
import { callSummaries } from './call-summaries.ts'
import { features } from './routes.ts'

/** Dependencies of the app; only the database and the settings have no default. */
export interface AppParts {
  db: Db
  /** Answers dashboard, reports, tracking and exports instead of `db` and `exports` while it is up to date. */
  replica?: Replica
  /** For exports. Defaults to `db`. */
  exports?: Db
  /**
   * Notifications of `newsChannels`. Without it, every request queries its session, and changes of other instances are
   * seen up to a second later.
   */
  changes?: ChangeFeed
  config: Config
  /** Defaults to the wall clock. */
  now?: () => Date
  /**
   * Milliseconds by which the event loop may be late before requests are refused as overload; 0 refuses none. Default:
   * two seconds. Tests refuse none: their machine may be busy with others.
   */
  longestDelayMs?: number
  /** Milliseconds that a thread may take for a document or a workbook. Default: one minute. */
  longestWorkMs?: number
  /** Folder of the built web app, which need not exist. Default: the output of its build. */
  webRoot?: string
  /** Off by default; tests pass a stream. */
  logger?: false | { level: string; stream?: { write: (line: string) => void } }
}

/** The database channels that the app listens to. */
export const newsChannels = [accessChanges, liveChanges]

/** Output folder of the web app's build. */
const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Maximum size of a JSON body, in bytes; files are sent as multipart with their own limit. */
const largestBody = 2 * 1024 * 1024

/**
 * Milliseconds in which a request must arrive completely: enough for a large file over a slow connection. Requests without
 * a file have less, see `connectionsPlugin`.
 */
const slowestRequest = 10 * 60_000

/** Milliseconds between two searches for connections that take too long. */
const checkConnectionsEvery = 5_000

/** Connections to the replica for exports; each export needs one only while it reads a batch. */
const replicaExports = 3

/** Builds the HTTP server of Malote; used by the server's start and by every test. */
export async function buildApp({
  db: connections,
  replica,
  exports = connections,
  changes,
  config,
  now = () => new Date(),
  longestDelayMs = 2_000,
  longestWorkMs = 60_000,
  webRoot = builtWeb,
  logger = false,
}: AppParts): Promise<App> {
  usePortugueseIssues()
  const db = forRequests(connections)
  const app: App = fastify({
    logger: logger && {
      ...logger,
      redact: ['req.headers.authorization'],
      serializers: { req: loggedRequest },
    },
    genReqId: requestIds(config),
    trustProxy: config.TRUST_PROXY,
    bodyLimit: largestBody,
    requestTimeout: slowestRequest,
    http: { connectionsCheckingInterval: checkConnectionsEvery },
    // Fastify's 503 response is in English; requests on open connections are simply handled while closing.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // Our own handler responds in Portuguese, as everywhere else.
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(responseSerializer)
  tolerateEmptyJson(app)
  refuseTextAndForms(app)
  app
    .decorate('db', db)
    .decorate('replicaOrPrimary', replica?.before(db, config.DATABASE_POOL_SIZE) ?? db)
    .decorate('exportDb', replica?.before(exports, replicaExports) ?? exports)
    .decorate('replica', replica)
    .decorate('settings', config)
    .decorate('now', now)
  const threads = openThreads((error) => app.log.error({ err: error }, 'a thread failed'), { ms: longestWorkMs })
  app.decorate('threads', threads)
  // All requests have been answered when this runs; the remaining work has no waiting client.
  app.addHook('onClose', threads.close)

  await app.register(errorsPlugin)
  await app.register(tracingPlugin)
  await app.register(metricsPlugin)
  await app.register(accessPlugin)
  await app.register(connectionsPlugin, config.TRUST_PROXY === false ? {} : { perAddress: Infinity })
  await app.register(drainingPlugin, { farewellMs: config.TRUST_PROXY === false ? 0 : 2_000 })
  await app.register(securityPlugin, { longestDelayMs })
  await app.register(securityLogPlugin)
  await app.register(authPlugin, { changes })
  await app.register(fairUsePlugin)
  await app.register(admissionPlugin, {})
  await app.register(refusalsPlugin)
  await app.register(pathParamsPlugin)
  await app.register(openapiPlugin, { summaries: callSummaries, address: config.APP_URL })
  await app.register(healthRoutes)
  await app.register(eventsPlugin, { changes })
  await app.register(features)
  const closed = config.PUBLIC_VERIFICATION === 'off' ? [verificationPath] : []
  await app.register(webRoutes, { root: webRoot, closed })
  return app
}
