import { answersRoutes } from '../features/answers/answers.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { authRoutes } from '../features/auth/auth.routes.ts'
import { blackOutsRoutes } from '../features/black-outs/black-outs.routes.ts'
import { calendarRoutes } from '../features/calendar/calendar.routes.ts'
import { calendarFeedRoutes } from '../features/calendar-feed/calendar-feed.routes.ts'
import { categoriesRoutes } from '../features/categories/categories.routes.ts'
import { codesRoutes } from '../features/codes/codes.routes.ts'
import { commentsRoutes } from '../features/comments/comments.routes.ts'
import { configRoutes } from '../features/config/config.routes.ts'
import { dashboardRoutes } from '../features/dashboard/dashboard.routes.ts'
import { departmentsRoutes } from '../features/departments/departments.routes.ts'
import { documentsRoutes } from '../features/documents/documents.routes.ts'
import { dueDatesRoutes, extensionRequestsRoutes } from '../features/due-dates/due-dates.routes.ts'
import { feedbackRoutes, helpRoutes } from '../features/help/help.routes.ts'
import { suggestionsRoutes } from '../features/help/suggestions.routes.ts'
import { importRoutes } from '../features/import/import.routes.ts'
import { itemTypesRoutes } from '../features/item-types/item-types.routes.ts'
import { itemsRoutes } from '../features/items/items.routes.ts'
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts'
import { occurrencesRoutes } from '../features/occurrences/occurrences.routes.ts'
import { oidcRoutes } from '../features/oidc/oidc.routes.ts'
import { personalDataRoutes } from '../features/personal-data/personal-data.routes.ts'
import { profileRoutes, unsubscribeRoutes } from '../features/profile/profile.routes.ts'
import { forwardRoutes } from '../features/protocols/forward/forward.routes.ts'
import { protocolActionsRoutes, protocolsRoutes } from '../features/protocols/protocols.routes.ts'
import { receivingRoutes } from '../features/receiving/receiving.routes.ts'
import { reportsRoutes } from '../features/reports/reports.routes.ts'
import { returnsRoutes } from '../features/returns/returns.routes.ts'
import { scansRoutes } from '../features/scans/scans.routes.ts'
import { searchRoutes } from '../features/search/search.routes.ts'
import { secondStepRoutes } from '../features/second-step/second-step.routes.ts'
import { suppliersRoutes } from '../features/suppliers/suppliers.routes.ts'
import { systemRoutes } from '../features/system/system.routes.ts'
import { trackingRoutes } from '../features/tracking/tracking.routes.ts'
import { usersRoutes } from '../features/users/users.routes.ts'
import type { App } from '../platform/http/fastify.ts'

const everyRoutes = [
  answersRoutes,
  auditRoutes,
  blackOutsRoutes,
  calendarRoutes,
  calendarFeedRoutes,
  categoriesRoutes,
  codesRoutes,
  commentsRoutes,
  dashboardRoutes,
  documentsRoutes,
  dueDatesRoutes,
  departmentsRoutes,
  extensionRequestsRoutes,
  feedbackRoutes,
  helpRoutes,
  importRoutes,
  itemTypesRoutes,
  itemsRoutes,
  occurrencesRoutes,
  protocolActionsRoutes,
  forwardRoutes,
  protocolsRoutes,
  receivingRoutes,
  returnsRoutes,
  reportsRoutes,
  scansRoutes,
  searchRoutes,
  suggestionsRoutes,
  suppliersRoutes,
  systemRoutes,
  trackingRoutes,
  authRoutes,
  configRoutes,
  notificationsRoutes,
  oidcRoutes,
  personalDataRoutes,
  profileRoutes,
  secondStepRoutes,
  unsubscribeRoutes,
  usersRoutes,
]

/** Without it, Fastify searches every CommonJS module that Node has loaded for the plugin, to call it by its file. */
const displayName = Symbol.for('fastify.display-name')

/** Registers the routes of every feature. */
export async function features(app: App) {
  for (const routes of everyRoutes) await app.register(Object.assign(routes, { [displayName]: routes.name }))
}
