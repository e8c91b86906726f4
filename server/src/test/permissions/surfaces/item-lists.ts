import { finding, isReceived, ofThird, pages, protocolIds, type Surface, third } from './surface.ts'

/** Lists of items: returns, occurrences and requests for more time. */
export const itemLists: Surface[] = [
  { path: '/api/returns', what: 'list', holds: isReceived, read: (client) => pages(client, '/api/returns') },
  {
    path: '/api/returns',
    what: 'list of a department',
    holds: (protocol, _, scene) => isReceived(protocol) && ofThird(protocol, scene),
    read: (client, scene) => pages(client, `/api/returns?department=${third(scene)}`),
  },
  {
    path: '/api/returns',
    what: 'to return',
    holds: (protocol, { departmentId }) => isReceived(protocol) && protocol.destinationDepartmentId === departmentId,
    read: (client) => pages(client, '/api/returns?side=toReturn'),
  },
  {
    path: '/api/returns',
    what: 'to receive',
    holds: (protocol, { departmentId }) => isReceived(protocol) && protocol.originDepartmentId === departmentId,
    read: (client) => pages(client, '/api/returns?side=toReceive'),
  },
  {
    path: '/api/returns',
    what: 'of a responsible person',
    holds: isReceived,
    read: finding(
      ({ responsibleId }) => `/api/returns?responsible=${responsibleId}`,
      ({ data }) => protocolIds(data),
    ),
  },
  {
    path: '/api/returns',
    what: 'search',
    holds: isReceived,
    read: (client) => pages(client, '/api/returns?search=vis-1'),
  },
  {
    path: '/api/returns',
    what: 'with an occurrence',
    holds: isReceived,
    read: (client) => pages(client, '/api/returns?occurrence=1'),
  },
  { path: '/api/occurrences', what: 'list', read: (client) => pages(client, '/api/occurrences') },
  {
    path: '/api/occurrences',
    what: 'list of a department',
    holds: (protocol, _, scene) => ofThird(protocol, scene),
    read: (client, scene) => pages(client, `/api/occurrences?department=${third(scene)}`),
  },
  {
    path: '/api/occurrences',
    what: 'of what the own department sent',
    holds: ({ originDepartmentId }, { departmentId }) => originDepartmentId === departmentId,
    read: (client) => pages(client, '/api/occurrences?side=origin'),
  },
  { path: '/api/occurrences', what: 'search', read: (client) => pages(client, '/api/occurrences?search=rasgado') },
  {
    path: '/api/occurrences',
    what: 'search for a number',
    read: finding(
      ({ id }) => `/api/occurrences?search=%23${id}`,
      ({ data }) => protocolIds(data),
    ),
  },
  {
    path: '/api/extension-requests',
    what: 'list',
    read: (client) => pages(client, '/api/extension-requests'),
  },
  {
    path: '/api/extension-requests',
    what: 'of what the own department decides',
    holds: ({ originDepartmentId }, { departmentId }) => originDepartmentId === departmentId,
    read: (client) => pages(client, '/api/extension-requests?side=to_decide&status=aberto'),
  },
  {
    path: '/api/extension-requests',
    what: 'of what the own department asked for',
    holds: ({ destinationDepartmentId }, { departmentId }) => destinationDepartmentId === departmentId,
    read: (client) => pages(client, '/api/extension-requests?side=asked'),
  },
]
