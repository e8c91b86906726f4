import { trackingFilter, trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import type { App } from '../../platform/http/fastify.ts'
import { track } from './tracking.queries.ts'

/** Tracking: every signed-in user searches what they may see. */
export async function trackingRoutes(app: App) {
  app.get(
    '/api/tracking',
    { config: { access: 'signed-in' }, schema: { querystring: trackingFilter, response: { 200: trackingReplyWire } } },
    ({ viewer, query }) => track(app.replicaOrPrimary, viewer, query, app.settings.APP_TIMEZONE),
  )
}
