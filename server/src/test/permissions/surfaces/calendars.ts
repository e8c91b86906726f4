import { isAdmin } from '@malote/core/users/viewer.ts'
import { ask, isReceived, type Row, type Surface, sum } from './surface.ts'

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
