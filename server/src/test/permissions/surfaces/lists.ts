import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import readWorkbook from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'
import type { Client, Reply } from '../../client.ts'
import { isLong } from '../../long.ts'
import type { Scene, Shown } from '../visibility-scene.ts'

/** A route that shows or counts protocols. */
export interface Surface {
  /** The path as in OpenAPI. */
  path: string
  /** The part of it that is checked. */
  what: string
  /** Whether it would contain the protocol for a viewer who sees everything. Default: all. */
  holds?: (protocol: Shown, viewer: Viewer, scene: Scene) => boolean
  /** The roles that may call it. */
  roles?: readonly Role[]
  /** Reads what the person gets: the protocols' ids, or their number. */
  read: (client: Client, scene: Scene, viewer: Viewer) => Promise<readonly number[] | number>
}

export const isPending = ({ status }: Shown) => status === protocolStatus.pending
/** In the scene, what was received is late, too. */
export const isReceived = ({ status }: Shown) => status === protocolStatus.inProgress
const touches = ({ originDepartmentId, destinationDepartmentId }: Shown, id: number | null | undefined) =>
  id === originDepartmentId || id === destinationDepartmentId
/** Ignores the Admin role: whether the protocol concerns the viewer's own department. */
export const isOwn = (protocol: Shown, viewer: Viewer) => canSee({ ...viewer, role: role.user }, protocol)

// biome-ignore lint/suspicious/noExplicitAny: rows of many kinds
export type Row = any

export async function ask(client: Client, path: string): Promise<Reply> {
  const reply = await client.get(path)
  expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBe(200)
  return reply
}

export const rows = async (client: Client, path: string, idOf: (row: Row) => number = (row) => row.protocol_id) =>
  (await ask(client, path)).body.map(idOf) as number[]

/** Reads all pages of a list, and checks that the total matches the rows. */
export async function pages(client: Client, path: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await ask(client, `${path}${path.includes('?') ? '&' : '?'}page=${page}`)).body
    found.push(...data.map((row: Row) => row.protocol_id))
    if (page < meta.last_page) continue
    expect(meta.total).toBe(found.length)
    return found
  }
}

/** The protocols whose own route does not return 404. */
export const answering =
  (pathOf: (protocol: Shown) => string) =>
  async (client: Client, { protocols }: Scene) => {
    const found: number[] = []
    for (const protocol of protocols) {
      const { status } = await client.get(pathOf(protocol))
      expect([200, 404]).toContain(status)
      if (status === 200) found.push(protocol.id)
    }
    return found
  }

/** The protocols that are found when searched for one by one. */
export const finding =
  (pathOf: (protocol: Shown) => string, hitsOf: (body: Row) => number[]) =>
  async (client: Client, { protocols }: Scene) => {
    const found: number[] = []
    for (const protocol of protocols) found.push(...hitsOf((await ask(client, pathOf(protocol))).body))
    return found
  }

/** The protocols that were found by this field alone. */
export const matched = (list: Row[], field: string) => {
  for (const { match } of list) expect(match.field).toBe(field)
  return protocolIds(list)
}

export const protocolIds = (list: Row[]) => list.map(({ protocol_id }) => protocol_id as number)

/**
 * Reads the first column of an exported list, and checks that the header `x-total-rows` matches the number of lines.
 */
export async function lines(client: Client, path: string): Promise<number[]> {
  const { body, headers } = await ask(client, path)
  const found = body.split('\r\n').slice(1, -1).map(Number.parseFloat)
  expect(headers['x-total-rows']).toBe(String(found.length))
  return found
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
export const third = ({ departments }: Scene) => departments[2]?.id ?? 0
export const ofThird = (protocol: Shown, scene: Scene) => touches(protocol, third(scene))

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

export const details: Surface[] = [
  { path: '/api/protocols/{id}', what: 'page', read: answering(({ id }) => `/api/protocols/${id}`) },
  { path: '/api/protocols/{id}/print', what: 'form', read: answering(({ id }) => `/api/protocols/${id}/print`) },
  {
    path: '/api/protocols/{id}/occurrences',
    what: 'list',
    read: answering(({ id }) => `/api/protocols/${id}/occurrences`),
  },
  {
    path: '/api/protocols/items/{itemId}/due-date',
    what: 'why this date',
    read: answering(({ itemId }) => `/api/protocols/items/${itemId}/due-date`),
  },
  {
    path: '/api/protocols/attachments/{attachmentId}/download',
    what: 'photo of an occurrence',
    read: answering(({ photoId }) => `/api/protocols/attachments/${photoId}/download`),
  },
  {
    path: '/api/protocols/{id}/destination-users',
    what: 'people',
    read: answering(({ id }) => `/api/protocols/${id}/destination-users`),
  },
  {
    path: '/api/protocols/attachments/{attachmentId}/download',
    what: 'file',
    read: answering(({ attachmentId }) => `/api/protocols/attachments/${attachmentId}/download`),
  },
]

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

const documentOfReports: Surface = {
  path: '/api/reports/export',
  what: 'document',
  read: async (client) => {
    const { raw } = await ask(client, '/api/reports/export?format=pdf&type=status')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(raw)))
    const words = text.join(' ').replace(/\s+/g, ' ')
    const numbers = [/Pendente (\d+) /, /Em andamento (\d+) /].map((line) => Number(line.exec(words)?.[1]))
    return sum(numbers)
  },
}

export const exports: Surface[] = [
  {
    path: '/api/returns/export',
    what: 'lines',
    holds: isReceived,
    read: (client) => lines(client, '/api/returns/export'),
  },
  { path: '/api/reports/export', what: 'lines', read: (client) => lines(client, '/api/reports/export?format=csv') },
  {
    path: '/api/reports/export',
    what: 'workbook',
    read: async (client) => {
      const { raw } = await ask(client, '/api/reports/export?format=xlsx&type=status')
      const sheet = (await readWorkbook(raw)).find(({ sheet }) => sheet === 'Dados Detalhados')
      return Number(sheet?.data.at(-1)?.[1])
    },
  },
  // The same numbers once more; a document takes the longest of all.
  ...(isLong ? [documentOfReports] : []),
]
