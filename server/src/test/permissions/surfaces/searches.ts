import { ask, finding, ofThird, protocolIds, type Row, type Surface, third } from './surface.ts'

/** Tracking, and the search across everything. */
export const searches: Surface[] = [
  {
    path: '/api/tracking',
    what: 'documents',
    read: async (client) => protocolIds((await ask(client, '/api/tracking?type=document&search=VIS-1')).body.data),
  },
  {
    path: '/api/tracking',
    what: 'documents of a department',
    holds: (protocol, _, scene) => ofThird(protocol, scene),
    read: async (client, scene) =>
      protocolIds((await ask(client, `/api/tracking?type=document&search=VIS-1&department=${third(scene)}`)).body.data),
  },
  {
    path: '/api/tracking',
    what: 'item types',
    read: async (client, { itemType }) =>
      protocolIds((await ask(client, `/api/tracking?type=item&search=${itemType.name}`)).body.data),
  },
  {
    path: '/api/tracking',
    what: 'protocols',
    read: finding(
      ({ id }) => `/api/tracking?type=protocol&search=${id}`,
      ({ data }) => protocolIds(data),
    ),
  },
  {
    path: '/api/search',
    what: 'protocols',
    read: finding(
      ({ id }) => `/api/search?q=%23${id}`,
      ({ protocols }) => protocols.map(({ id }: Row) => id),
    ),
  },
  {
    path: '/api/search',
    what: 'protocols by what an item is called',
    read: finding(
      ({ document }) => `/api/search?q=${encodeURIComponent(`Pasta ${document}`)}`,
      ({ protocols }) => protocols.map(({ id }: Row) => id),
    ),
  },
  {
    path: '/api/search',
    what: 'documents',
    read: finding(
      ({ document }) => `/api/search?q=${document}`,
      ({ documents }) => protocolIds(documents),
    ),
  },
  {
    path: '/api/search',
    what: 'what suppliers sent',
    read: finding(
      ({ supplier }) => `/api/search?q=${encodeURIComponent(supplier)}`,
      ({ supplies }) => protocolIds(supplies),
    ),
  },
]
