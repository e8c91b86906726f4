import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { finding, isPending, isReceived, matched, ofThird, pages, protocolIds, type Surface, third } from './surface.ts'

/** The list of protocols with its filters and searches. */
export const protocolLists: Surface[] = [
  { path: '/api/protocols', what: 'list', read: (client) => pages(client, '/api/protocols') },
  {
    path: '/api/protocols',
    what: 'list of a department',
    holds: (protocol, _, scene) => ofThird(protocol, scene),
    read: (client, scene) => pages(client, `/api/protocols?department=${third(scene)}`),
  },
  {
    path: '/api/protocols',
    what: 'list of a status',
    holds: isReceived,
    read: (client) => pages(client, `/api/protocols?status=${encodeURIComponent(protocolStatus.inProgress)}`),
  },
  { path: '/api/protocols', what: 'search', read: (client) => pages(client, '/api/protocols?search=remessa') },
  {
    path: '/api/protocols',
    what: 'search for a department',
    holds: (protocol, _, scene) => ofThird(protocol, scene),
    read: (client) => pages(client, '/api/protocols?search=saude'),
  },
  {
    path: '/api/protocols',
    what: 'late',
    holds: isReceived,
    read: (client) => pages(client, '/api/protocols?late=1'),
  },
  { path: '/api/protocols', what: 'by due date', read: (client) => pages(client, '/api/protocols?sort=due') },
  {
    path: '/api/protocols',
    what: 'waiting at the own department',
    holds: ({ destinationDepartmentId }, { departmentId }) => destinationDepartmentId === departmentId,
    read: (client) => pages(client, '/api/protocols?here=1'),
  },
  {
    path: '/api/protocols',
    what: 'to receive at the own department',
    holds: (protocol, { departmentId }) => isPending(protocol) && protocol.destinationDepartmentId === departmentId,
    read: (client) => pages(client, '/api/protocols?awaiting=receipt'),
  },
  {
    path: '/api/protocols',
    what: 'sent by the own department and not received',
    holds: (protocol, { departmentId }) => isPending(protocol) && protocol.originDepartmentId === departmentId,
    read: (client) => pages(client, '/api/protocols?awaiting=sent'),
  },
  {
    path: '/api/protocols',
    what: 'search for what an item is called',
    read: finding(
      ({ document }) => `/api/protocols?search=${encodeURIComponent(`Pasta ${document}`)}`,
      ({ data }) => matched(data, 'description'),
    ),
  },
  {
    path: '/api/protocols',
    what: 'search for a supplier',
    read: finding(
      ({ supplier }) => `/api/protocols?search=${encodeURIComponent(supplier)}`,
      ({ data }) => matched(data, 'supplier'),
    ),
  },
  {
    path: '/api/protocols',
    what: 'search for a responsible person',
    read: finding(
      ({ responsible }) => `/api/protocols?search=${encodeURIComponent(responsible)}`,
      ({ data }) => matched(data, 'person'),
    ),
  },
  {
    path: '/api/protocols',
    what: 'search for a number',
    read: finding(
      ({ id }) => `/api/protocols?search=%23${id}`,
      ({ data }) => protocolIds(data),
    ),
  },
]
