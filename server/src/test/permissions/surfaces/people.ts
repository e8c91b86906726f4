import { role } from '@malote/core/users/role.ts'
import { ask, finding, protocolIds, type Row, type Surface } from './surface.ts'

/** What people answer for, and what they are notified of. */
export const people: Surface[] = [
  {
    path: '/api/users/{id}/responsibilities',
    what: 'what people answer for',
    roles: [role.admin, role.manager],
    read: finding(
      ({ responsibleId }) => `/api/users/${responsibleId}/responsibilities`,
      ({ data }) => protocolIds(data),
    ),
  },
  {
    path: '/notifications/{userId}',
    what: 'of an act that everybody was to be told of',
    read: async (client, _, { id }) =>
      (await ask(client, `/notifications/${id}?limit=100`)).body.notifications.map(
        ({ protocol_id }: Row) => protocol_id,
      ),
  },
]
