import { isAdmin } from '@malote/core/users/viewer.ts'
import type { Client } from '../../client.ts'
import { ask, isReceived, ofThird, type Row, type Surface, sum, third } from './surface.ts'

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
