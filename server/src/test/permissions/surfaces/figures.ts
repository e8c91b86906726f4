import { role } from '@malote/core/users/role.ts'
import { isAdmin } from '@malote/core/users/viewer.ts'
import type { Client } from '../../client.ts'
import { ask, isOwn, isPending, isReceived, ofThird, type Row, rows, type Surface, sum, third } from './lists.ts'

const calendar = '/api/returns/calendar?from=2026-11-01&to=2026-11-30'

export const calendars: Surface[] = [
  {
    path: '/api/returns/calendar',
    what: 'late',
    holds: isReceived,
    read: async (client) => sum((await ask(client, calendar)).body.map(({ overdue }: Row) => overdue)),
  },
  {
    path: '/api/returns/calendar',
    what: 'to return',
    holds: (protocol, viewer) =>
      isReceived(protocol) && (isAdmin(viewer) || protocol.destinationDepartmentId === viewer.departmentId),
    read: async (client) => sum((await ask(client, calendar)).body.map(({ to_return }: Row) => to_return)),
  },
]

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

export const reports: Surface[] = [
  {
    path: '/api/reports',
    what: 'protocols',
    read: async (client) => (await ask(client, '/api/reports')).body.summary.totalProtocols,
  },
  {
    path: '/api/reports',
    what: 'protocols of a department',
    holds: (protocol, _, scene) => ofThird(protocol, scene),
    read: async (client, scene) =>
      (await ask(client, `/api/reports?department=${third(scene)}`)).body.summary.totalProtocols,
  },
  {
    path: '/api/reports',
    what: 'returns',
    holds: isReceived,
    read: async (client) => sum((await ask(client, '/api/reports')).body.returnReport.datasets[0].data),
  },
  {
    path: '/api/reports',
    what: 'departments',
    // Over all departments, each protocol counts at both ends; for a viewer with a department, at their own end and the
    // other one.
    read: async (client, _, viewer) => {
      const { labels, datasets } = (await ask(client, '/api/reports')).body.departmentReport
      const own = isAdmin(viewer) ? undefined : await departmentOf(client)
      const [sent, received] = datasets.map(({ data }: Row) => data as number[])
      return own === undefined ? sum(sent) : sent[labels.indexOf(own)] + received[labels.indexOf(own)]
    },
  },
]

const departmentOf = async (client: Client): Promise<string> => (await ask(client, '/api/auth/me')).body.department
