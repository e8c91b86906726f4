import { calendars, dashboard, exports, reports } from './surfaces/figures.ts'
import type { Surface } from './surfaces/lists.ts'
import { details, itemLists, people, protocolLists, searches } from './surfaces/lists.ts'

/** All routes that show protocols or their parts; `/api/events` has its own test. */
export const surfaces: Surface[] = [
  ...protocolLists,
  ...itemLists,
  ...searches,
  ...people,
  ...details,
  ...dashboard,
  ...reports,
  ...calendars,
  ...exports,
]

/** Routes that only Admins may call, who see everything. */
export const adminsOnly = [
  '/api/audit',
  '/api/audit/export',
  '/api/backups/check',
  '/api/calendar/effect',
  '/api/system',
  '/api/users/{id}/second-step',
]

/**
 * Routes that show nothing of protocols: catalogs, help, the own account. Catalogs count uses across all departments.
 */
export const elsewhere = [
  '/api/auth/me',
  '/api/auth/second-step/methods',
  '/api/auth/sessions',
  '/api/calendar/holidays',
  // Only what the person must return; calendar-feed.test.ts.
  '/api/calendar/{token}.ics',
  '/api/categories',
  '/api/config',
  '/api/config/logo',
  // Percentiles of a whole year across departments, of no protocol.
  '/api/deadlines/typical',
  '/api/departments',
  // Drawing a paper takes long; documents.test.ts.
  '/api/documents/departure',
  '/api/documents/dossier',
  '/api/documents/guide',
  '/api/documents/labels',
  '/api/documents/labels/calibration',
  '/api/documents/return-receipt',
  '/api/departments/{id}/users',
  '/api/help/manual',
  '/api/import/{importable}/template',
  '/api/item-types',
  '/api/profile/calendar-feed',
  '/api/suppliers',
  '/api/suppliers/search',
  '/api/users',
  // Says to whoever holds a paper what the paper says; codes.test.ts.
  '/api/verify/{code}',
  // Of protocols it has the numbers, what the person did, and nothing else.
  '/api/users/{id}/personal-data',
  '/feedback/analytics',
  '/feedback/check/{section}',
  '/feedback/user',
  '/suggestions',
  '/suggestions/popular',
  '/suggestions/recent',
  '/suggestions/search',
  '/suggestions/stats',
  '/suggestions/user',
  '/suggestions/{id}',
  '/suggestions/{id}/vote',
]
