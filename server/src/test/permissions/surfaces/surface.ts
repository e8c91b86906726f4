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
