import { role } from '@malote/core/users/role.ts'
import { ask, isOwn, isPending, isReceived, type Row, rows, type Surface, sum } from './surface.ts'

export const dashboard: Surface[] = [
  {
    path: '/api/dashboard/stats',
    what: 'total',
    read: async (client) => (await ask(client, '/api/dashboard/stats')).body.totalProtocols,
  },
  {
    path: '/api/dashboard/stats',
    what: 'chart',
    read: async (client) =>
      sum((await ask(client, '/api/dashboard/stats')).body.chartData.datasets.flatMap(({ data }: Row) => data)),
  },
  {
    path: '/api/dashboard/activities',
    what: 'list',
    holds: isPending,
    read: (client) => rows(client, '/api/dashboard/activities'),
  },
  {
    path: '/api/dashboard/pending-protocols',
    what: 'list',
    holds: isPending,
    read: (client) => rows(client, '/api/dashboard/pending-protocols'),
  },
  {
    path: '/api/dashboard/upcoming-returns',
    what: 'list',
    holds: isReceived,
    read: (client) => rows(client, '/api/dashboard/upcoming-returns'),
  },
  {
    path: '/api/dashboard/today',
    what: 'to receive',
    holds: (protocol, { departmentId }) => isPending(protocol) && protocol.destinationDepartmentId === departmentId,
    read: async (client) => (await ask(client, '/api/dashboard/today')).body.to_receive.count,
  },
  {
    path: '/api/dashboard/today',
    what: 'late',
    // A Usuário sees their own items only, and answers for none of these.
    holds: (protocol, viewer) =>
      isReceived(protocol) && protocol.destinationDepartmentId === viewer.departmentId && viewer.role !== role.user,
    read: async (client) => (await ask(client, '/api/dashboard/today')).body.overdue.count,
  },
  {
    path: '/api/dashboard/today',
    what: 'requests to decide',
    holds: ({ originDepartmentId }, { departmentId }) => originDepartmentId === departmentId,
    read: async (client) => (await ask(client, '/api/dashboard/today')).body.extension_requests.count,
  },
  {
    path: '/api/protocols/summary',
    what: 'waiting at the own department, or anywhere for those without one',
    holds: (protocol, viewer) =>
      isPending(protocol) && (viewer.departmentId === null || protocol.destinationDepartmentId === viewer.departmentId),
    read: async (client) => (await ask(client, '/api/protocols/summary')).body.pending_here,
  },
  {
    path: '/api/protocols/summary',
    what: 'late at the own department, or anywhere for those without one',
    holds: (protocol, viewer) => isReceived(protocol) && (viewer.departmentId === null || isOwn(protocol, viewer)),
    read: async (client) => (await ask(client, '/api/protocols/summary')).body.overdue,
  },
]
