import {
  activityWire,
  dashboardStats,
  pendingProtocolWire,
  protocolsSummaryWire,
  statsQuery,
  todayWire,
  upcomingReturnWire,
} from '@malote/core/dashboard/dashboard.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import {
  listActivities,
  listPendingProtocols,
  listUpcomingReturns,
  readProtocolsSummary,
} from './dashboard-lists.queries.ts'
import { readStats } from './stats.queries.ts'
import { readToday } from './today.queries.ts'

/** Data of the dashboard, and the summary above the list of protocols, for every signed-in user. */
export async function dashboardRoutes(app: App) {
  const timeZone = app.settings.APP_TIMEZONE
  const today = () => civilDateIn(app.now(), timeZone)

  app.get(
    '/api/dashboard/stats',
    { config: { access: 'signed-in' }, schema: { querystring: statsQuery, response: { 200: dashboardStats } } },
    ({ viewer, query }) => readStats(app.replicaOrPrimary, viewer, query.period, today()),
  )

  app.get(
    '/api/dashboard/activities',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(activityWire) } } },
    ({ viewer }) => listActivities(app.replicaOrPrimary, viewer),
  )

  app.get(
    '/api/dashboard/pending-protocols',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(pendingProtocolWire) } } },
    ({ viewer }) => listPendingProtocols(app.replicaOrPrimary, viewer, today(), timeZone),
  )

  app.get(
    '/api/dashboard/upcoming-returns',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(upcomingReturnWire) } } },
    ({ viewer }) => listUpcomingReturns(app.replicaOrPrimary, viewer, today()),
  )

  app.get(
    '/api/dashboard/today',
    { config: { access: 'signed-in' }, schema: { response: { 200: todayWire } } },
    ({ viewer }) => readToday(app.replicaOrPrimary, viewer, today(), timeZone),
  )

  app.get(
    '/api/protocols/summary',
    { config: { access: 'signed-in' }, schema: { response: { 200: protocolsSummaryWire } } },
    ({ viewer }) => readProtocolsSummary(app.replicaOrPrimary, viewer, today()),
  )
}
