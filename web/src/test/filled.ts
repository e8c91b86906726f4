import { ownSessionWire } from '@malote/core/auth/own-session.ts'
import {
  dashboardStats,
  pendingProtocolWire,
  protocolsSummaryWire,
  todayFacts,
  todayWire,
} from '@malote/core/dashboard/dashboard.ts'
import { suggestionsWire } from '@malote/core/help/suggestion.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { report } from '@malote/core/reports/report.ts'
import { trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import { z } from 'zod'
import { helena, listOf, lookups, protocol, returnRow, supplier, user } from './builders.ts'
import type { Api } from './fake-server.ts'

const instant = '2026-11-02T12:00:00Z'
const route = { originDepartment: 'Recursos Humanos', destinationDepartment: 'Jurídico' }
const chart = { labels: ['Pendente'], datasets: [{ label: 'Protocolos', data: [1] }] }
const figures = { totalProtocols: 1, pendingProtocols: 1, completedProtocols: 0, canceledProtocols: 0 }
const { items, history, responses, ...row } = protocol(5)

/** What every screen shows, each with something in it. */
export const filled: Api = {
  ...lookups,
  'GET /api/calendar/holidays': [{ date: `${new Date().getFullYear()}-12-25`, name: 'Natal', kind: 'national' }],
  'GET /api/suppliers': listOf([supplier(1, 'Papelaria Ipê Ltda.')]),
  'GET /api/users': [user(2, 'Ana Beatriz Nogueira'), user(helena.id, helena.name)],
  'GET /api/protocols': listOf([row]),
  'GET /api/protocols/5': protocol(5),
  'GET /api/protocols/5/destination-users': lookups['GET /api/departments/2/users'] as object,
  'GET /api/protocols/summary': z.encode(protocolsSummaryWire, { pendingHere: 0, overdue: 0 }),
  'GET /api/returns': listOf([returnRow(51, '1/26')]),
  'GET /api/extension-requests': listOf([]),
  'GET /api/occurrences': listOf([]),
  'GET /api/tracking': z.encode(trackingReplyWire, {
    data: [
      {
        ...{ id: 51, protocolId: 5, documentNumber: '1/26', itemType: 'Contrato', category: null, categoryColor: null },
        ...{ supplier: null, currentStatus: itemStatus.pending, currentLocation: 'Jurídico', custody: 'destination' },
        ...{ ...route, requiresReturn: true, returnDate: null, receivedAt: instant, responsible: null },
        ...{ createdAt: instant, updatedAt: instant, timeline: [] },
      },
    ],
    hasMore: false,
  }),
  'GET /api/reports': z.encode(report, {
    ...{ statusReport: chart, departmentReport: chart, timeReport: chart, returnReport: chart },
    summary: {
      totalProtocols: 1,
      activeProtocols: 1,
      completedProtocols: 0,
      canceledProtocols: 0,
      averageCompletionTime: null,
    },
  }),
  'GET /api/dashboard/stats': z.encode(dashboardStats, {
    ...{ ...figures, chartData: chart, from: '2026-11-01', to: '2026-11-30', previousPeriod: figures },
  }),
  'GET /api/dashboard/today': z.encode(
    todayWire,
    Object.fromEntries(todayFacts.map((fact) => [fact, { count: 0, path: '/protocolos' }])) as never,
  ),
  'GET /api/dashboard/activities': [],
  'GET /api/dashboard/upcoming-returns': [],
  'GET /api/dashboard/pending-protocols': [
    z.encode(pendingProtocolWire, {
      ...{
        id: 5,
        protocolId: 5,
        status: protocolStatus.pending,
        createdAt: instant,
        remarks: 'Contratos para assinatura',
      },
      ...{ ...route, originDepartmentId: 1, destinationDepartmentId: 2, itemsCount: 1, nextReturnDate: null },
    }),
  ],
  'GET /api/auth/sessions': [
    z.encode(ownSessionWire, {
      ...{ id: 1, createdAt: instant, lastSeenAt: instant, expiresAt: instant, userAgent: null, network: null },
      isCurrent: true,
    }),
  ],
  'GET /api/auth/second-step/methods': { methods: [] },
  'GET /api/profile/calendar-feed': { created_at: null },
  'GET /feedback/check/geral': { hasRated: false, rating: null },
  'GET /feedback/analytics': { total: 0, average: null, distribution: {}, comments: [] },
  ...Object.fromEntries(
    ['GET /suggestions', 'GET /suggestions/popular'].map((call) => [
      call,
      z.encode(suggestionsWire, {
        suggestions: [
          {
            ...{ id: 3, title: 'Letras maiores', description: 'Nas listas', category: 'interface', priority: 'media' },
            ...{ expectedBenefit: null, status: 'pendente', votesCount: 0, createdAt: instant },
          },
        ],
        total: 1,
      }),
    ]),
  ),
}
