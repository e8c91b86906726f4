import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

let test: TestApp
let organisation: Awaited<ReturnType<typeof newOrganisation>>

beforeAll(async () => {
  test = await testApp()
  organisation = await newOrganisation()
})

async function newOrganisation() {
  const { db, as } = test
  const { id: originDepartmentId } = await buildDepartment(db)
  const { id: destinationDepartmentId } = await buildDepartment(db)
  const colleague = (name: string) => buildUser(db, { departmentId: destinationDepartmentId, name })
  return {
    ends: { originDepartmentId, destinationDepartmentId },
    origin: as(await buildUser(db, { departmentId: originDepartmentId })),
    manager: as(await buildManager(db, { departmentId: destinationDepartmentId })),
    ana: await colleague('Ana Lima'),
    bia: await colleague('Bia Reis'),
    caio: await colleague('Caio Melo'),
  }
}

async function newItem(fields: { responsibleId?: number; returnDate?: string | null }) {
  const protocol = { ...organisation.ends, status: protocolStatus.inProgress, items: [fields] }
  const { items } = await buildProtocol(test.db, protocol)
  return `/api/protocols/items/${items[0]?.id}`
}

describe('transferring an item', () => {
  it('goes through when the item is still with whom the person saw', async () => {
    const { manager, ana, bia } = organisation
    const item = await newItem({ responsibleId: ana.id })
    const reply = await manager.post(`${item}/transfer`, { newUserId: bia.id, current_user_id: ana.id })
    expect([reply.status, reply.body.new_user.name]).toEqual([200, 'Bia Reis'])
  })

  // proves 12.23
  it('is refused when it went to somebody else since', async () => {
    const { manager, ana, bia, caio } = organisation
    const item = await newItem({ responsibleId: ana.id })
    await manager.post(`${item}/transfer`, { newUserId: bia.id })
    for (const newUserId of [caio.id, bia.id]) {
      const reply = await manager.post(`${item}/transfer`, { newUserId, current_user_id: ana.id })
      expect([reply.status, reply.body]).toEqual([
        409,
        { code: 'ITEM_HANDED_ON_MEANWHILE', message: 'Este item acabou de passar para Bia Reis' },
      ])
    }
  })

  it('asks nothing of whoever does not say what they saw', async () => {
    const { manager, ana, bia, caio } = organisation
    const item = await newItem({ responsibleId: ana.id })
    expect((await manager.post(`${item}/transfer`, { newUserId: bia.id })).status).toBe(200)
    const reply = await manager.post(`${item}/transfer`, { newUserId: caio.id, current_user_id: null })
    expect(reply.status).toBe(200)
  })
})

describe('setting a due date', () => {
  const reason = 'A pedido'
  const set = (item: string, body: object) => organisation.origin.put(`${item}/due-date`, { reason, ...body })

  it('goes through when the date is still the one that the person saw', async () => {
    const item = await newItem({ returnDate: '2099-01-01' })
    const seen = { return_date: '2099-02-01', current_return_date: '2099-01-01' }
    expect((await set(item, seen)).body.item.return_date).toBe('2099-02-01')
    const undated = await newItem({ returnDate: null })
    expect((await set(undated, { return_date: '2099-02-01', current_return_date: null })).status).toBe(200)
  })

  // proves 12.23
  it.each([
    ['2099-01-01', '2099-01-01'],
    [null, null],
  ])('is refused when it was changed since (from %s)', async (returnDate, seen) => {
    const item = await newItem({ returnDate })
    await set(item, { return_date: '2099-02-01' })
    const reply = await set(item, { return_date: '2099-03-01', current_return_date: seen })
    expect([reply.status, reply.body]).toEqual([
      409,
      { code: 'DUE_DATE_CHANGED_MEANWHILE', message: 'O prazo deste item acabou de ser alterado para 01/02/2099' },
    ])
  })

  it('is refused when the date is gone since', async () => {
    const item = await newItem({ returnDate: null })
    const reply = await set(item, { return_date: '2099-03-01', current_return_date: '2099-01-01' })
    expect([reply.status, reply.body.message]).toEqual([409, 'O prazo deste item acabou de ser alterado'])
  })

  it('asks nothing of whoever does not say what they saw', async () => {
    const item = await newItem({ returnDate: '2099-01-01' })
    expect((await set(item, { return_date: '2099-02-01' })).status).toBe(200)
    expect((await set(item, { return_date: '2099-03-01' })).status).toBe(200)
  })
})
