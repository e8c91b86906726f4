import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { expect } from 'vitest'
import { testApp } from '../../test/app.ts'
import type { ItemFields } from '../../test/build-protocol.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'

/** Three departments on a database of their own, so that an Admin's list is known too; it is noon of 21/11/2026. */
export async function returnsOffice() {
  const test = await testApp({ ownDatabase: true, now: '2026-11-21T15:00:00Z' })
  const { db, as } = test
  const finance = await buildDepartment(db, { name: 'Finanças' })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  const health = await buildDepartment(db, { name: 'Saúde' })
  const ana = await buildUser(db, { departmentId: finance.id, name: 'Ana Müller' })
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const person = await buildUser(db, { departmentId: legal.id, name: 'Débora Lima' })
  const admin = await buildAdmin(db, { departmentId: health.id })

  /** Identities of the items of a new protocol, which was received unless it says otherwise. */
  const send = async (
    from: { id: number },
    to: { id: number },
    items: ItemFields[],
    status: ProtocolStatus = protocolStatus.inProgress,
  ) => {
    const protocol = await buildProtocol(db, {
      originDepartmentId: from.id,
      destinationDepartmentId: to.id,
      createdBy: ana.id,
      createdAt: '2026-11-01T12:00:00Z',
      status,
      items,
    })
    return protocol.items.map(({ id }) => id) as [number, ...number[]]
  }
  const list = async (user: { id: number }, query = '') => {
    const reply = await as(user).get(`/api/returns?${query}`)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return { ids: reply.body.data.map(({ id }: { id: number }) => id) as number[], ...reply.body }
  }
  return { ...test, finance, legal, health, ana, bruno, person, admin, send, list }
}
