import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../../test/builders.ts'
import { inOrder, recordsOf } from '../../../test/organisation.ts'

let test: TestApp
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let sender: { id: number; name: string }
let receiver: { id: number; name: string }

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  ends = {
    originDepartmentId: (await buildDepartment(test.db, { name: 'Financeiro' })).id,
    destinationDepartmentId: (await buildDepartment(test.db, { name: 'Jurídico' })).id,
  }
  sender = await buildUser(test.db, { departmentId: ends.originDepartmentId, name: 'Rui Costa' })
  receiver = await buildUser(test.db, { departmentId: ends.destinationDepartmentId, name: 'Maria Souza' })
})

const { pending, inProgress, completed, cancelled } = protocolStatus

const protocolWith = (fields: Parameters<typeof buildProtocol>[1]) =>
  buildProtocol(test.db, { ...ends, createdBy: sender.id, ...fields })

const historyOf = (protocolId: number) => recordsOf(test.db).historyOf(protocolId)

// proves 7.4.5
it('receives a protocol and answers with it as it now is', async () => {
  const { id } = await protocolWith({ status: pending, items: [{}, {}] })
  const reply = await test.as(receiver).post(`/api/protocols/${id}/receive`)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    message: 'Protocolo recebido com sucesso!',
    protocol: {
      ...{ id, protocol_id: id, status: inProgress, received_at: '2026-11-21T15:00:00.000Z', creator: 'Rui Costa' },
      ...{ origin_department: 'Financeiro', destination_department: 'Jurídico', total_items: 2, pending_items: 2 },
    },
  })
  const description = 'Maria Souza recebeu o protocolo em Jurídico'
  expect(await historyOf(id)).toMatchObject([{ action: 'Protocolo recebido', description, createdBy: receiver.id }])
})

// proves 20.4
it('refuses a protocol that nobody has received, and tells who sent it', async () => {
  const manager = await buildManager(test.db, { departmentId: ends.originDepartmentId })
  await buildUser(test.db, { departmentId: ends.originDepartmentId })
  const { id, items } = await protocolWith({ status: pending, items: [{}, { status: itemStatus.cancelled }] })
  const reason = { reason: 'Faltou a assinatura' }
  const reply = await test.as(receiver).post(`/api/protocols/${id}/refuse`, reason)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({
    message: 'Protocolo recusado com sucesso!',
    protocol: { id, status: cancelled, cancel_kind: 'refused', pending_items: 0, canceled_items: 2 },
  })
  const description = 'Maria Souza recusou o protocolo em Jurídico. Motivo: Faltou a assinatura'
  expect(await historyOf(id)).toMatchObject([{ action: 'Protocolo recusado', description, createdBy: receiver.id }])
  const told = await recordsOf(test.db).toldOf(id)
  const notice = { type: 'protocol_canceled', title: `Protocolo #${id} recusado` }
  expect(told).toMatchObject(inOrder([sender.id, manager.id]).map((userId) => ({ userId, ...notice })))
  expect(told).toHaveLength(2)
  const detail = (await test.as(sender).get(`/api/protocols/${id}`)).body
  expect(detail).toMatchObject({ cancel_kind: 'refused', cancel_reason: 'Faltou a assinatura' })
  expect(detail.items[0]).toMatchObject({ id: items[0]?.id, cancel_reason: 'Faltou a assinatura' })
})

it('a refused hop is back where it was passed on from', async () => {
  const parent = await protocolWith({ status: inProgress, destinationDepartmentId: ends.destinationDepartmentId })
  const next = await buildDepartment(test.db, { name: 'Diretoria' })
  const child = await buildProtocol(test.db, {
    ...{ originDepartmentId: ends.destinationDepartmentId, destinationDepartmentId: next.id },
    items: [{ forwardedFromItemId: parent.items[0]?.id ?? null, returnDate: null }],
  })
  const refuser = test.as(await buildUser(test.db, { departmentId: next.id }))
  expect((await refuser.post(`/api/protocols/${child.id}/refuse`, { reason: 'Não é conosco' })).status).toBe(200)
  expect((await historyOf(parent.id)).map(({ action }) => action)).toEqual(['Item devolvido pelo encaminhamento'])
  expect((await test.as(receiver).post(`/api/protocols/items/${parent.items[0]?.id}/return`)).status).toBe(200)
})

// proves 20.6
it('tells an ordinary cancellation from a refusal', async () => {
  const { id } = await protocolWith({ status: pending })
  const { body } = await test.as(receiver).post(`/api/protocols/${id}/cancel`, { reason: 'Engano' })
  expect(body.protocol.cancel_kind).toBe('cancelled')
  const open = await protocolWith({ status: pending })
  const list = (await test.as(sender).get('/api/protocols')).body.data as { id: number; cancel_kind: string | null }[]
  const kinds = new Map(list.map((row) => [row.id, row.cancel_kind]))
  expect([kinds.get(id), kinds.get(open.id)]).toEqual(['cancelled', null])
})

// proves 4.6, 7.4.5
it('completes a protocol with every item that is not cancelled', async () => {
  const items = [{ status: itemStatus.returned }, { status: itemStatus.cancelled }, { status: itemStatus.completed }]
  const { id } = await protocolWith({ status: inProgress, items })
  const reply = await test.as(sender).post(`/api/protocols/${id}/complete`)
  expect(reply.body).toMatchObject({
    message: 'Protocolo concluído com sucesso!',
    protocol: { status: completed, completed_items: 2, canceled_items: 1, returned_items: 0, pending_items: 0 },
  })
})

// proves 4.8, 7.4.5
it('cancels a protocol with its pending items, for the same reason', async () => {
  const { id } = await protocolWith({ status: inProgress, items: [{}, { status: itemStatus.returned }] })
  const reply = await test.as(receiver).post(`/api/protocols/${id}/cancel`, { reason: ' Enviado por engano ' })
  expect(reply.body).toMatchObject({
    message: `Protocolo ${id} cancelado com sucesso!`,
    protocol: { status: cancelled, canceled_items: 1, returned_items: 1, pending_items: 0, next_return_date: null },
  })
  const reasons = await test.db
    .selectFrom('items')
    .select('cancelReason')
    .where('protocolId', '=', id)
    .orderBy('id')
    .execute()
  expect(reasons.map(({ cancelReason }) => cancelReason)).toEqual(['Enviado por engano', null])
  expect((await historyOf(id))[0]?.description).toBe('Maria Souza cancelou o protocolo. Motivo: Enviado por engano')
})

// proves 4.8, 5.4.1
it('minds neither a client that announces JSON and sends nothing, nor one that sends an empty object', async () => {
  const json = { 'content-type': 'application/json' }
  const { id } = await protocolWith({ requiresReturn: false })
  expect((await test.as(sender).post(`/api/protocols/${id}/cancel`, undefined, json)).body.errors).toEqual({
    reason: 'É necessário informar o motivo do cancelamento',
  })
  expect((await test.as(receiver).post(`/api/protocols/${id}/complete`, undefined, json)).status).toBe(200)
  const other = await protocolWith({})
  expect((await test.as(receiver).post(`/api/protocols/${other.id}/receive`, {})).status).toBe(200)
})

// proves 10.4
it('gives both ends to the people of a department that sends to itself', async () => {
  const departmentId = (await buildDepartment(test.db)).id
  const person = await buildUser(test.db, { departmentId })
  const own = { originDepartmentId: departmentId, destinationDepartmentId: departmentId, createdBy: person.id }
  const { id, items } = await buildProtocol(test.db, own)
  const client = test.as(person)
  expect((await client.post(`/api/protocols/${id}/receive`)).status).toBe(200)
  expect((await client.post(`/api/protocols/items/${items[0]?.id}/return`)).status).toBe(200)
  expect((await client.post(`/api/protocols/items/${items[0]?.id}/complete`)).status).toBe(200)
  expect((await client.post(`/api/protocols/${id}/complete`)).status).toBe(200)
})

describe('destination users', () => {
  // proves 7.4.8
  it('lists the active people of the destination by name, as Portuguese sorts', async () => {
    const departmentId = (await buildDepartment(test.db)).id
    const names = ['Zoé', 'ângela', 'Álvaro', 'bruno', 'Andréa']
    for (const name of names) await buildUser(test.db, { departmentId, name })
    await buildManager(test.db, { departmentId, name: 'Carla', isActive: false })
    const { id } = await protocolWith({ destinationDepartmentId: departmentId })
    const { body } = await test.as(sender).get(`/api/protocols/${id}/destination-users`)
    expect(body.map(({ uname }: { uname: string }) => uname)).toEqual(['Álvaro', 'Andréa', 'ângela', 'bruno', 'Zoé'])
    expect(Object.keys(body[0])).toEqual(['uid', 'uname'])
  })
})

it.each(['0', '-1', 'abc', '1.5', '99999999999', '1e3x', '%00'])('knows no protocol and no item %s', async (id) => {
  const client = test.as(sender)
  const replies = await Promise.all([
    client.post(`/api/protocols/${id}/receive`),
    client.post(`/api/protocols/${id}/cancel`, {}),
    client.post(`/api/protocols/${id}/comments`, {}),
    client.get(`/api/protocols/${id}`),
    client.get(`/api/protocols/${id}/print`),
    client.get(`/api/protocols/${id}/destination-users`),
    client.post(`/api/protocols/items/${id}/return`),
    client.put(`/api/protocols/items/${id}/assign`, {}),
  ])
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404))
})
