import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { canSee } from '@malote/core/protocols/visibility.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { expect } from 'vitest'
import type { Client, Reply } from '../../client.ts'
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
async function pages(client: Client, path: string): Promise<number[]> {
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
const answering =
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
const finding =
  (pathOf: (protocol: Shown) => string, hitsOf: (body: Row) => number[]) =>
  async (client: Client, { protocols }: Scene) => {
    const found: number[] = []
    for (const protocol of protocols) found.push(...hitsOf((await ask(client, pathOf(protocol))).body))
    return found
  }

const protocolIds = (hits: Row[]) => hits.map(({ protocol_id }) => protocol_id as number)
const findingIds = (pathOf: (protocol: Shown) => string) => finding(pathOf, ({ data }) => protocolIds(data))

/** The protocols that were found by this field alone. */
const matched = (hits: Row[], field: string) => {
  for (const { match } of hits) expect(match.field).toBe(field)
  return protocolIds(hits)
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
export const third = ({ departments }: Scene) => departments[2]?.id ?? 0

type Holds = NonNullable<Surface['holds']>
export const ofThird: Holds = (protocol, _, scene) => touches(protocol, third(scene))
const isToHere: Holds = ({ destinationDepartmentId }, { departmentId }) => destinationDepartmentId === departmentId
const isFromHere: Holds = ({ originDepartmentId }, { departmentId }) => originDepartmentId === departmentId
const both =
  (one: Holds, other: Holds): Holds =>
  (...facts) =>
    one(...facts) && other(...facts)

export const surface = (path: string, what: string, read: Surface['read'], holds?: Holds): Surface => ({
  ...{ path, what, read },
  ...(holds && { holds }),
})

/** A list that has pages, asked with a query. */
const list = (path: string, what: string, query: string | ((scene: Scene) => string) = '', holds?: Holds) =>
  surface(
    path,
    what,
    (client, scene) => pages(client, path + (typeof query === 'string' ? query : query(scene))),
    holds,
  )

const protocols = '/api/protocols'
const searched = (text: string) => `${protocols}?search=${encodeURIComponent(text)}`

/** The list of protocols with its filters and searches. */
export const protocolLists: Surface[] = [
  list(protocols, 'list'),
  list(protocols, 'list of a department', (scene) => `?department=${third(scene)}`, ofThird),
  list(protocols, 'list of a status', `?status=${encodeURIComponent(protocolStatus.inProgress)}`, isReceived),
  list(protocols, 'search', '?search=remessa'),
  list(protocols, 'search for a department', '?search=saude', ofThird),
  list(protocols, 'late', '?late=1', isReceived),
  list(protocols, 'by due date', '?sort=due'),
  list(protocols, 'waiting at the own department', '?here=1', isToHere),
  list(protocols, 'to receive at the own department', '?awaiting=receipt', both(isPending, isToHere)),
  list(protocols, 'sent by the own department and not received', '?awaiting=sent', both(isPending, isFromHere)),
  surface(
    protocols,
    'search for what an item is called',
    finding(
      ({ document }) => searched(`Pasta ${document}`),
      ({ data }) => matched(data, 'description'),
    ),
  ),
  surface(
    protocols,
    'search for a supplier',
    finding(
      ({ supplier }) => searched(supplier),
      ({ data }) => matched(data, 'supplier'),
    ),
  ),
  surface(
    protocols,
    'search for a responsible person',
    finding(
      ({ responsible }) => searched(responsible),
      ({ data }) => matched(data, 'person'),
    ),
  ),
  surface(
    protocols,
    'search for a number',
    findingIds(({ id }) => searched(`#${id}`)),
  ),
]

const returns = '/api/returns'
const occurrences = '/api/occurrences'
const requests = '/api/extension-requests'

/** Lists of items: returns, occurrences and requests for more time. */
export const itemLists: Surface[] = [
  list(returns, 'list', '', isReceived),
  list(returns, 'list of a department', (scene) => `?department=${third(scene)}`, both(isReceived, ofThird)),
  list(returns, 'to return', '?side=toReturn', both(isReceived, isToHere)),
  list(returns, 'to receive', '?side=toReceive', both(isReceived, isFromHere)),
  surface(
    returns,
    'of a responsible person',
    findingIds(({ responsibleId }) => `${returns}?responsible=${responsibleId}`),
    isReceived,
  ),
  list(returns, 'search', '?search=vis-1', isReceived),
  list(returns, 'with an occurrence', '?occurrence=1', isReceived),
  list(occurrences, 'list'),
  list(occurrences, 'list of a department', (scene) => `?department=${third(scene)}`, ofThird),
  list(occurrences, 'of what the own department sent', '?side=origin', isFromHere),
  list(occurrences, 'search', '?search=rasgado'),
  surface(
    occurrences,
    'search for a number',
    findingIds(({ id }) => `${occurrences}?search=%23${id}`),
  ),
  list(requests, 'list'),
  list(requests, 'of what the own department decides', '?side=to_decide&status=aberto', isFromHere),
  list(requests, 'of what the own department asked for', '?side=asked', isToHere),
]

/** A route of the protocol, an item or a file itself; `{…}` is the name of its id. */
const ownRoute = (path: string, what: string) =>
  surface(
    path,
    what,
    answering((protocol) => path.replace(/\{(\w+)\}/, (_, name) => String(protocol[name as 'id']))),
  )

const download = '/api/protocols/attachments/{attachmentId}/download'

export const details: Surface[] = [
  ownRoute('/api/protocols/{id}', 'page'),
  ownRoute('/api/protocols/{id}/print', 'form'),
  ownRoute('/api/codes/{code}', 'what it belongs to'),
  ownRoute('/api/codes/{code}/changes', 'since it was printed'),
  ownRoute('/api/protocols/{id}/occurrences', 'list'),
  ownRoute('/api/protocols/{id}/history', 'page'),
  ownRoute('/api/protocols/{id}/comments', 'page'),
  ownRoute('/api/protocols/items/{itemId}/due-date', 'why this date'),
  ownRoute('/api/protocols/{id}/destination-users', 'people'),
  ownRoute(download, 'file'),
  surface(
    download,
    'photo of an occurrence',
    answering(({ photoId }) => download.replace(/\{.*\}/, `${photoId}`)),
  ),
]

/** What people answer for, and what they are notified of. */
export const people: Surface[] = [
  {
    path: '/api/users/{id}/responsibilities',
    what: 'what people answer for',
    roles: [role.admin, role.manager],
    read: findingIds(({ responsibleId }) => `/api/users/${responsibleId}/responsibilities`),
  },
  surface('/notifications/{userId}', 'of an act that everybody was to be told of', async (client, _, { id }) =>
    protocolIds((await ask(client, `/notifications/${id}?limit=100`)).body.notifications),
  ),
]

const tracking = '/api/tracking'
const tracked = (what: string, query: (scene: Scene) => string, holds?: Holds) =>
  surface(
    tracking,
    what,
    async (client, scene) => protocolIds((await ask(client, `${tracking}?${query(scene)}`)).body.data),
    holds,
  )
/** What the search across everything finds of a kind. */
const across = (what: string, q: (protocol: Shown) => string, hitsOf: (body: Row) => number[]) =>
  surface(
    '/api/search',
    what,
    finding((protocol) => `/api/search?q=${encodeURIComponent(q(protocol))}`, hitsOf),
  )
const idsOf = ({ protocols: found }: Row) => found.map(({ id }: Row) => id)

/** Tracking, and the search across everything. */
export const searches: Surface[] = [
  tracked('documents', () => 'type=document&search=VIS-1'),
  tracked('documents of a department', (scene) => `type=document&search=VIS-1&department=${third(scene)}`, ofThird),
  tracked('item types', ({ itemType }) => `type=item&search=${itemType.name}`),
  surface(
    tracking,
    'protocols',
    findingIds(({ id }) => `${tracking}?type=protocol&search=${id}`),
  ),
  across('protocols', ({ id }) => `#${id}`, idsOf),
  across('protocols by what an item is called', ({ document }) => `Pasta ${document}`, idsOf),
  across(
    'documents',
    ({ document }) => document,
    ({ documents }) => protocolIds(documents),
  ),
  across(
    'what suppliers sent',
    ({ supplier }) => supplier,
    ({ supplies }) => protocolIds(supplies),
  ),
]
