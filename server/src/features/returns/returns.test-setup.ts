import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ItemFields } from '../../test/builders.ts'
import { buildAdmin, buildUser } from '../../test/builders.ts'
import { threeDepartments } from '../../test/random-organisation.ts'

/** Three departments with people; the time is noon of 21/11/2026. */
export async function returnsOrganisation() {
  const departments = await threeDepartments({ now: '2026-11-21T15:00:00Z' })
  const { db, legal, health, between, ask } = departments
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const person = await buildUser(db, { departmentId: legal.id, name: 'Débora Lima' })
  const admin = await buildAdmin(db, { departmentId: health.id })

  /** Creates a protocol (received by default) and returns the ids of its items. */
  const send = async (
    from: { id: number },
    to: { id: number },
    items: ItemFields[],
    status: ProtocolStatus = protocolStatus.inProgress,
  ) => {
    const protocol = await between(from, to, { createdAt: '2026-11-01T12:00:00Z', status, items })
    return protocol.items.map(({ id }) => id) as [number, ...number[]]
  }
  const list = async (user: { id: number }, query = '') => {
    const body = await ask(user, `/api/returns?${query}`)
    return { ids: body.data.map(({ id }: { id: number }) => id) as number[], ...body }
  }
  return { ...departments, bruno, person, admin, send, list }
}
