import { randomUUID } from 'node:crypto'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

let test: TestApp
let originDepartmentId: number
let destinationDepartmentId: number
let gestor: { id: number; name: string }
let sender: { id: number; name: string }
let person: { id: number; name: string }

beforeAll(async () => {
  test = await testApp({ now: '2026-11-21T15:00:00Z' })
  originDepartmentId = (await buildDepartment(test.db, { name: 'Financeiro' })).id
  destinationDepartmentId = (await buildDepartment(test.db, { name: 'Jurídico' })).id
  gestor = await buildManager(test.db, { departmentId: destinationDepartmentId, name: 'Ana Lima' })
  sender = await buildUser(test.db, { departmentId: originDepartmentId, name: 'Rui Costa' })
  person = await buildUser(test.db, { departmentId: destinationDepartmentId, name: 'Bia Reis' })
})

type ItemFields = NonNullable<NonNullable<Parameters<typeof buildProtocol>[1]>['items']>[number]

async function itemWith(fields: ItemFields, status = protocolStatus.inProgress) {
  const createdAt = test.clock.now()
  const ends = { originDepartmentId, destinationDepartmentId, createdBy: sender.id }
  const protocol = await buildProtocol(test.db, { ...ends, createdAt, status, items: [fields] })
  const id = protocol.items[0]?.id ?? 0
  return { id, protocolId: protocol.id, path: `/api/protocols/items/${id}` }
}

const historyOf = (itemId: number) =>
  test.db.selectFrom('history').select(['action', 'description']).where('itemId', '=', itemId).orderBy('id').execute()

const wrongPerson = 'O responsável deve ser um usuário ativo do departamento de destino'

describe('assigning and handing on', () => {
  // proves 4.19, 7.4.9
  it('answers with the item as it is now, and the person', async () => {
    const { path, id, protocolId } = await itemWith({ documentNumber: '123/2026' })
    const assigned = await test.as(gestor).put(`${path}/assign`, { userId: String(person.id) })
    expect(assigned.body).toMatchObject({
      item: {
        id,
        protocol_id: protocolId,
        destination_user: 'Bia Reis',
        destination_user_id: person.id,
        attachments: [],
      },
      assigned_user: { id: person.id, name: 'Bia Reis' },
    })
    const moved = await test.as(gestor).post(`${path}/transfer`, { newUserId: gestor.id })
    expect(moved.body).toMatchObject({
      item: { destination_user: 'Ana Lima' },
      new_user: { id: gestor.id, name: 'Ana Lima' },
    })
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['Usuário atribuído', 'Item tramitado'])
    expect((await historyOf(id))[1]?.description).toMatch(
      /^Item 123\/2026 \(Tipo \d+\) tramitado de Bia Reis para Ana Lima por Ana Lima$/,
    )
  })

  // proves 3.10
  it('answers with the files of the item', async () => {
    const { path, id } = await itemWith({})
    await test.db
      .insertInto('attachments')
      .values({
        ...{ itemId: id, fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes: 7 },
        ...{
          storageKey: newStorageKey(randomUUID(), test.clock.now()),
          sha256: Buffer.alloc(32),
          uploadedBy: sender.id,
          createdAt: test.clock.now(),
        },
      })
      .execute()
    const assigned = await test.as(gestor).put(`${path}/assign`, { userId: person.id })
    expect(assigned.status).toBe(200)
    expect(assigned.body.item.attachments).toEqual([
      { id: expect.any(Number), file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 7 },
    ])
  })

  // proves 12.13
  it.each(['inactive', 'of another department', 'unknown'])('refuses a person who is %s', async (kind) => {
    const isInactive = kind === 'inactive'
    const departmentId = isInactive ? destinationDepartmentId : originDepartmentId
    const user = await buildUser(test.db, { departmentId, isActive: !isInactive })
    const userId = kind === 'unknown' ? 2_000_000_000 : user.id
    const open = await itemWith({})
    const taken = await itemWith({ responsibleId: person.id })
    const assign = await test.as(gestor).put(`${open.path}/assign`, { userId })
    const transfer = await test.as(gestor).post(`${taken.path}/transfer`, { newUserId: userId })
    expect([assign.status, assign.body.errors]).toEqual([400, { userId: wrongPerson }])
    expect([transfer.status, transfer.body.errors]).toEqual([400, { newUserId: wrongPerson }])
    expect(await historyOf(open.id)).toEqual([])
    expect(await historyOf(taken.id)).toEqual([])
  })

  // proves 5.4.4
  it('does not hand an item to the person who has it', async () => {
    const { path } = await itemWith({ responsibleId: person.id })
    const reply = await test.as(gestor).post(`${path}/transfer`, { newUserId: person.id })
    expect([reply.status, reply.body.errors]).toEqual([400, { newUserId: 'Este usuário já é o responsável pelo item' }])
  })

  // proves 5.4.3
  it('says that a person must be chosen', async () => {
    const { path } = await itemWith({})
    const reply = await test.as(gestor).put(`${path}/assign`, { userId: '' })
    expect([reply.status, reply.body.message]).toEqual([400, 'Por favor, selecione um usuário'])
  })
})

describe('due date', () => {
  const put = (path: string, return_date: unknown, reason: unknown = 'Perícia em curso') =>
    test.as(sender).put(`${path}/due-date`, { return_date, reason })

  // proves 7.4.12, 11.9, 11.10
  it('moves to a later day and keeps the first one, however often it moves', async () => {
    const { path, id } = await itemWith({ returnDate: '2026-11-25', documentNumber: null })
    expect((await put(path, '2026-11-30')).body.item).toMatchObject({
      return_date: '2026-11-30',
      original_return_date: '2026-11-25',
    })
    expect((await put(path, '2026-12-15')).body.item).toMatchObject({
      return_date: '2026-12-15',
      original_return_date: '2026-11-25',
    })
    const [first] = await historyOf(id)
    expect(first?.action).toBe('Prazo alterado')
    expect(first?.description).toMatch(
      /^Item Tipo \d+: prazo alterado de 25\/11\/2026 para 30\/11\/2026 por Rui Costa. Motivo: Perícia em curso$/,
    )
  })

  it.each(['2026-11-25', '2026-11-24'])('does not move from 25/11 to %s', async (date) => {
    const { path } = await itemWith({ returnDate: '2026-11-25' })
    const reply = await put(path, date)
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      { return_date: 'O novo prazo deve ser posterior a 25/11/2026' },
    ])
  })

  // proves 7.4.12, 17.8
  it('gives a first date, today or later, to an item that has none', async () => {
    const { path } = await itemWith({ returnDate: null })
    expect((await put(path, '2026-11-20')).body.errors).toEqual({ return_date: 'A data deve ser hoje ou posterior.' })
    expect((await put(path, '2026-11-21')).body.item).toMatchObject({
      return_date: '2026-11-21',
      original_return_date: null,
    })
  })

  // proves 11.3
  it('takes "today" from the organisation, not from UTC', async () => {
    test.clock.set('2026-11-22T01:30:00Z')
    const { path } = await itemWith({ returnDate: null })
    expect((await put(path, '2026-11-21')).status).toBe(200)
    test.clock.set('2026-11-21T15:00:00Z')
  })

  // proves 11.9
  it.each([
    [undefined, 'x', 'return_date'],
    ['2026-02-30', 'x', 'return_date'],
    ['30/11/2026', 'x', 'return_date'],
    ['2026-12-30', ' ', 'reason'],
    ['2026-12-30', undefined, 'reason'],
  ])('refuses the date %s with the reason %s', async (date, reason, field) => {
    const { path } = await itemWith({})
    const reply = await test.as(sender).put(`${path}/due-date`, { return_date: date, reason })
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]])
  })
})

// proves 4.18, 5.4.1, 7.4.10
it('asks for the reason of a cancellation, without the spaces around it', async () => {
  const { path } = await itemWith({})
  const blank = await test.as(sender).post(`${path}/cancel`, { reason: ' \n ' })
  expect(blank.body.errors).toEqual({ reason: 'É necessário informar o motivo do cancelamento' })
  const done = await test.as(sender).post(`${path}/cancel`, { reason: '  Extraviado ' })
  expect(done.body.item).toMatchObject({ status: 'cancelado', cancel_reason: 'Extraviado' })
})

// proves 4.17, 7.4.10
it('returns and completes an item, each side its step', async () => {
  const { path, id } = await itemWith({ documentNumber: '9' })
  expect((await test.as(person).post(`${path}/return`)).body.item).toMatchObject({
    status: 'retornado',
    actual_return_date: '2026-11-21T15:00:00.000Z',
  })
  expect((await test.as(sender).post(`${path}/complete`)).body.item).toMatchObject({ status: 'concluído' })
  expect((await historyOf(id)).map(({ description }) => description.replace(/ \(.*?\)/, ''))).toEqual([
    'Item 9 retornado por Bia Reis, de Jurídico para Financeiro',
    'Item 9 concluído por Rui Costa em Financeiro',
  ])
})
