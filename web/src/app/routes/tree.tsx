import { returnFilter } from '@malote/core/returns/return-row.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import {
  dashboardSearch,
  occurrenceSearch,
  periodOf,
  reportFilterOf,
  reportSearch,
  stationSearch,
  suggestionSearch,
  trackingSearch,
} from '../../domain/screens/searches.ts'
import {
  activitiesQuery,
  lateElsewhere,
  mine,
  pendingProtocolsQuery,
  statsQuery,
  todayQuery,
  upcomingReturnsQuery,
} from '../../features/dashboard/dashboard.api.ts'
import { helpSearch } from '../../features/help/help-search.ts'
import { notificationSearch } from '../../features/notifications/notifications.api.ts'
import { reportQuery } from '../../features/reports/reports.api.ts'
import { monthOf } from '../../features/returns/calendar/month.ts'
import { isOfRequests, rememberedReturns, returnFilterOf, returnsSearch } from '../../features/returns/return-search.ts'
import { timeZone } from '../../lib/format.ts'
import { protocolRoutes } from './protocols.tsx'
import { app, changed, later, root, withSearch } from './route.tsx'
import { settingsRoutes } from './settings.tsx'

// Loaders await nothing that a page can wait for by itself: it shows skeletons, or keeps its rows until the next arrive.
// All loaders are part of the first visit, so what only a rare page needs they import.

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/',
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(todayQuery)
    for (const filters of [mine, lateElsewhere])
      void queryClient.prefetchQuery(returnsQuery(returnFilter.parse(filters)))
    void queryClient.prefetchQuery(statsQuery(periodOf(deps)))
    void queryClient.prefetchQuery(activitiesQuery)
    void queryClient.prefetchQuery(pendingProtocolsQuery)
    void queryClient.prefetchQuery(upcomingReturnsQuery)
  },
  component: withSearch(
    () => import('../../features/dashboard/dashboard-page.tsx'),
    (_, asked) => dashboardSearch({ ...asked }),
    { keepsPlace: true },
  ),
})

const returns = createRoute({
  getParentRoute: () => app,
  path: '/retornos',
  validateSearch: returnsSearch,
  beforeLoad: rememberedReturns.open,
  loaderDeps: ({ search }) =>
    isOfRequests(search)
      ? {}
      : {
          month: search.view && (search.month ?? monthOf(civilDateIn(new Date(), timeZone()))),
          filter: returnFilterOf(search),
        },
  // Links to other months load them early.
  loader: ({ context: { queryClient }, deps: { month, filter } }) => {
    if (month)
      later(import('../../features/returns/calendar/returns-calendar.api.ts'), ({ prefetchMonth }) =>
        prefetchMonth(queryClient, month),
      )
    else if (filter) void queryClient.prefetchQuery(returnsQuery(filter))
  },
  component: lazyRouteComponent(() => import('../../features/returns/returns-screen.tsx')),
})

const tracking = createRoute({
  getParentRoute: () => app,
  path: '/rastreamento',
  validateSearch: trackingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (!deps.search) return
    later(import('../../features/tracking/tracking.api.ts'), ({ trackingQuery }) =>
      context.queryClient.prefetchQuery(trackingQuery(deps)),
    )
  },
  component: withSearch(() => import('../../features/tracking/tracking-page.tsx'), changed(trackingSearch), {
    keepsPlace: true,
  }),
})

const reports = createRoute({
  getParentRoute: () => app,
  path: '/relatorios',
  validateSearch: reportSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(reportQuery(reportFilterOf(deps)))
  },
  component: withSearch(() => import('../../features/reports/reports-page.tsx'), changed(reportSearch)),
})

const occurrences = createRoute({
  getParentRoute: () => app,
  path: '/ocorrencias',
  validateSearch: occurrenceSearch,
  component: withSearch(() => import('../../features/occurrences/occurrences-page.tsx'), changed(occurrenceSearch)),
})

const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notificacoes',
  validateSearch: notificationSearch,
  component: withSearch(
    () => import('../../features/notifications/notifications-page.tsx'),
    changed(notificationSearch),
  ),
})

const help = createRoute({
  getParentRoute: () => app,
  path: '/ajuda',
  validateSearch: helpSearch,
  // Back would otherwise step through every key and opened section.
  component: withSearch(() => import('../../features/help/help-page.tsx'), changed(helpSearch), { replace: true }),
})

const suggestions = createRoute({
  getParentRoute: () => app,
  path: '/ajuda/sugestoes',
  validateSearch: suggestionSearch,
  component: withSearch(() => import('../../features/help/suggestions-page.tsx'), changed(suggestionSearch)),
})

const station = createRoute({
  getParentRoute: () => app,
  path: '/conferencia',
  validateSearch: stationSearch,
  component: withSearch(
    () => import('../../features/scan-station/scan-station-page.tsx'),
    (_, asked) => asked,
    { replace: true },
  ),
})

const readerTest = createRoute({
  getParentRoute: () => app,
  path: '/conferencia/leitor',
  component: lazyRouteComponent(() => import('../../features/scan-station/reader-test-page.tsx')),
})

const profile = createRoute({
  getParentRoute: () => app,
  path: '/perfil',
  component: lazyRouteComponent(() => import('../../features/profile/profile-page.tsx')),
})

// Old addresses.

const oldProtocols = createRoute({
  getParentRoute: () => root,
  path: '/protocols',
  beforeLoad: () => {
    throw redirect({ href: '/protocolos', replace: true })
  },
})

const oldProtocol = createRoute({
  getParentRoute: () => root,
  path: '/protocols/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/protocolos/${encodeURIComponent(params.id)}`, replace: true })
  },
})

export const routeTree = root.addChildren([
  app.addChildren([
    dashboard,
    ...protocolRoutes,
    returns,
    tracking,
    reports,
    occurrences,
    notifications,
    help,
    suggestions,
    station,
    readerTest,
    profile,
    settingsRoutes,
  ]),
  oldProtocols,
  oldProtocol,
])
