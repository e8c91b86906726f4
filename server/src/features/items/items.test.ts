import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { newStorageKey } from '../../platform/files/storage-key.ts'
import { buildProtocol, buildUser, type ItemFields } from '../../test/builders.ts'
import { type Client, multipart } from '../../test/client.ts'
import { custody, testOrganisation } from '../../test/organisation.ts'

let test: Awaited<ReturnType<typeof custody>>
beforeAll(async () => {
  test = await custody()
})

async function itemWith(fields: ItemFields) {
  const { id: protocolId, items } = await test.send({ createdAt: test.clock.now(), items: [fields] })
  const id = items[0]?.id ?? 0
  return { id, protocolId, path: `/api/protocols/items/${id}` }
}

const wrongPerson = 'O responsável deve ser um usuário ativo do departamento de destino'

describe('assigning and handing on', () => {
  // proves 4.19, 7.4.9
  it('answers with the item as it is now, and the person', async () => {
    const { path, id, protocolId } = await itemWith({ documentNumber: '123/2026' })
    const assigned = await test.as(test.manager).put(`${path}/assign`, { userId: String(test.recipient.id) })
    expect(assigned.body).toMatchObject({
      item: {
        id,
        protocol_id: protocolId,
        destination_user: 'Bruno Sá',
        destination_user_id: test.recipient.id,
        attachments: [],
      },
      assigned_user: { id: test.recipient.id, name: 'Bruno Sá' },
    })
    const moved = await test.as(test.manager).post(`${path}/transfer`, { newUserId: test.manager.id })
    expect(moved.body).toMatchObject({
      item: { destination_user: 'Davi Reis' },
      new_user: { id: test.manager.id, name: 'Davi Reis' },
    })
    expect((await test.historyOf(protocolId)).map(({ action }) => action)).toEqual([
      'Usuário atribuído',
      'Item tramitado',
    ])
    expect((await test.historyOf(protocolId))[1]?.description).toMatch(
      /^Item 123\/2026 \(Tipo \d+\) tramitado de Bruno Sá para Davi Reis por Davi Reis$/,
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
          uploadedBy: test.sender.id,
          createdAt: test.clock.now(),
        },
      })
      .execute()
    const assigned = await test.as(test.manager).put(`${path}/assign`, { userId: test.recipient.id })
    expect(assigned.status).toBe(200)
    expect(assigned.body.item.attachments).toEqual([
      { id: expect.any(Number), file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 7 },
    ])
  })

  // proves 5.4.3, 5.4.4
  it('wants somebody, and somebody else', async () => {
    const { path } = await itemWith({ responsibleId: test.recipient.id })
    const nobody = await test.as(test.manager).put(`${(await itemWith({})).path}/assign`, { userId: '' })
    expect([nobody.status, nobody.body.message]).toEqual([400, 'Por favor, selecione um usuário'])
    const same = await test.as(test.manager).post(`${path}/transfer`, { newUserId: test.recipient.id })
    expect([same.status, same.body.errors]).toEqual([400, { newUserId: 'Este usuário já é o responsável pelo item' }])
  })

  // proves 12.13
  it.each(['inactive', 'of another department', 'unknown'])('refuses a person who is %s', async (kind) => {
    const isInactive = kind === 'inactive'
    const departmentId = isInactive ? test.destination.id : test.origin.id
    const user = await buildUser(test.db, { departmentId, isActive: !isInactive })
    const userId = kind === 'unknown' ? 2_000_000_000 : user.id
    const open = await itemWith({})
    const taken = await itemWith({ responsibleId: test.recipient.id })
    const assign = await test.as(test.manager).put(`${open.path}/assign`, { userId })
    const transfer = await test.as(test.manager).post(`${taken.path}/transfer`, { newUserId: userId })
    expect([assign.status, assign.body.errors]).toEqual([400, { userId: wrongPerson }])
    expect([transfer.status, transfer.body.errors]).toEqual([400, { newUserId: wrongPerson }])
    expect(await test.historyOf(open.protocolId)).toEqual([])
    expect(await test.historyOf(taken.protocolId)).toEqual([])
  })
})

describe('due date', () => {
  const put = (path: string, return_date: unknown, reason: unknown = 'Perícia em curso') =>
    test.as(test.sender).put(`${path}/due-date`, { return_date, reason })

  // proves 7.4.12, 11.9, 11.10
  it('moves to a later day and keeps the first one, however often it moves', async () => {
    const { path, protocolId } = await itemWith({ returnDate: '2026-11-25', documentNumber: null })
    expect((await put(path, '2026-11-30')).body.item).toMatchObject({
      return_date: '2026-11-30',
      original_return_date: '2026-11-25',
    })
    expect((await put(path, '2026-12-15')).body.item).toMatchObject({
      return_date: '2026-12-15',
      original_return_date: '2026-11-25',
    })
    const early = await put(path, '2026-12-15')
    expect([early.status, early.body.errors]).toEqual([
      400,
      { return_date: 'O novo prazo deve ser posterior a 15/12/2026' },
    ])
    const [first] = await test.historyOf(protocolId)
    expect(first?.action).toBe('Prazo alterado')
    expect(first?.description).toMatch(
      /^Item Tipo \d+: prazo alterado de 25\/11\/2026 para 30\/11\/2026 por Ana Lima. Motivo: Perícia em curso$/,
    )
  })

  // proves 7.4.12, 11.3, 11.9, 17.8
  it('gives a first date, today or later as the organisation has it, to an item that has none', async () => {
    const { path } = await itemWith({ returnDate: null })
    // The 22nd in UTC.
    test.clock.set('2026-11-22T01:30:00Z')
    expect((await put(path, '2026-11-20')).body.errors).toEqual({ return_date: 'A data deve ser hoje ou posterior.' })
    expect(Object.keys((await put(path, '2026-02-30', ' ')).body.errors)).toEqual(['return_date', 'reason'])
    expect((await put(path, '2026-11-21')).body.item).toMatchObject({
      return_date: '2026-11-21',
      original_return_date: null,
    })
    test.clock.set('2026-11-21T15:00:00Z')
  })
})

// proves 4.18, 5.4.1, 7.4.10
it('asks for the reason of a cancellation, without the spaces around it', async () => {
  const { path } = await itemWith({})
  const blank = await test.as(test.sender).post(`${path}/cancel`, { reason: ' \n ' })
  expect(blank.body.errors).toEqual({ reason: 'É necessário informar o motivo do cancelamento' })
  const done = await test.as(test.sender).post(`${path}/cancel`, { reason: '  Extraviado ' })
  expect(done.body.item).toMatchObject({ status: 'cancelado', cancel_reason: 'Extraviado' })
})

// proves 4.17, 7.4.10
it('returns and completes an item, each side its step', async () => {
  const { path, protocolId } = await itemWith({ documentNumber: '9' })
  expect((await test.as(test.recipient).post(`${path}/return`)).body.item).toMatchObject({
    status: 'retornado',
    actual_return_date: '2026-11-21T15:00:00.000Z',
  })
  expect((await test.as(test.sender).post(`${path}/complete`)).body.item).toMatchObject({ status: 'concluído' })
  expect((await test.historyOf(protocolId)).map(({ description }) => description.replace(/ \(.*?\)/, ''))).toEqual([
    `Item 9 retornado por Bruno Sá, de ${test.destination.name} para ${test.origin.name}`,
    `Item 9 concluído por Ana Lima em ${test.origin.name}`,
  ])
})

describe('what somebody has seen before acting', () => {
  let colleagues: Record<'origin' | 'manager', Client> & Record<'ana' | 'bia' | 'caio', { id: number }>
  beforeAll(async () => {
    const { db, as, sender, manager, destination } = test
    const colleague = (name: string) => buildUser(db, { departmentId: destination.id, name })
    const [ana, bia, caio] = [await colleague('Ana Lima'), await colleague('Bia Reis'), await colleague('Caio Melo')]
    colleagues = { origin: as(sender), manager: as(manager), ana, bia, caio }
  })

  // proves 12.23
  it('a transfer goes through while the item is with whom they saw, and for whoever does not say', async () => {
    const { ana, bia, caio, manager } = colleagues
    const { path: item } = await itemWith({ responsibleId: ana.id })
    const reply = await manager.post(`${item}/transfer`, { newUserId: bia.id, current_user_id: ana.id })
    expect([reply.status, reply.body.new_user.name]).toEqual([200, 'Bia Reis'])
    for (const newUserId of [caio.id, bia.id]) {
      const late = await manager.post(`${item}/transfer`, { newUserId, current_user_id: ana.id })
      expect([late.status, late.body]).toEqual([
        409,
        { code: 'ITEM_HANDED_ON_MEANWHILE', message: 'Este item acabou de passar para Bia Reis' },
      ])
    }
    expect((await manager.post(`${item}/transfer`, { newUserId: caio.id, current_user_id: null })).status).toBe(200)
  })

  describe('setting a due date', () => {
    const reason = 'A pedido'
    const set = (item: string, body: object) => colleagues.origin.put(`${item}/due-date`, { reason, ...body })

    it('goes through when the date is still the one that the person saw', async () => {
      const { path: item } = await itemWith({ returnDate: '2099-01-01' })
      const seen = { return_date: '2099-02-01', current_return_date: '2099-01-01' }
      expect((await set(item, seen)).body.item.return_date).toBe('2099-02-01')
      const { path: undated } = await itemWith({ returnDate: null })
      expect((await set(undated, { return_date: '2099-02-01', current_return_date: null })).status).toBe(200)
      expect((await set(item, { return_date: '2099-03-01' })).status).toBe(200)
    })

    // proves 12.23
    it.each([
      ['2099-01-01', '2099-01-01', '2099-02-01', ' para 01/02/2099'],
      [null, null, '2099-02-01', ' para 01/02/2099'],
      [null, '2099-01-01', null, ''],
    ])('is refused when it was changed since (from %s)', async (returnDate, seen, meanwhile, to) => {
      const { path: item } = await itemWith({ returnDate })
      if (meanwhile) await set(item, { return_date: meanwhile })
      const reply = await set(item, { return_date: '2099-03-01', current_return_date: seen })
      expect([reply.status, reply.body]).toEqual([
        409,
        { code: 'DUE_DATE_CHANGED_MEANWHILE', message: `O prazo deste item acabou de ser alterado${to}` },
      ])
    })
  })
})

const folder = 'Pasta da Maria Souza'

// proves 17.1, 17.20
it('the description of an item stands wherever the item does', async () => {
  const { as, sender, recipient, manager, itemType, returning, form } = await testOrganisation({
    now: '2026-11-20T15:00:00Z',
  })
  const item = { item_type_id: itemType.id, category_id: returning.id, reason: 'Assinar', document_number: 'D-77' }
  const items = [
    { ...item, description: `  ${folder} `, destination_user_id: recipient.id },
    { ...item, description: '' },
  ]
  const { body } = await as(sender).post('/api/protocols', form({ requires_return: true, items }))
  const read = async (path: string) => (await as(sender).get(path)).body
  const found = (rows: { description: string | null }[]) => rows.map(({ description }) => description)

  const id = body.protocol_id
  expect(found((await read(`/api/protocols/${id}`)).items)).toEqual([folder, null])
  expect(found((await read(`/api/protocols/${id}/print`)).items)).toEqual([folder, null])
  expect(found((await read('/api/returns')).data)).toEqual([folder, null])
  expect(found((await read('/api/tracking?type=document&search=D-77')).data)).toEqual([folder, null])
  expect(found(await read('/api/dashboard/upcoming-returns'))).toEqual([folder, null])
  const held = (await as(manager).get(`/api/users/${recipient.id}/responsibilities`)).body
  expect(found(held.data)).toEqual([folder])
  const lines = parse(String(await read('/api/returns/export')), { bom: true, delimiter: ';' })
  expect(lines.map((cells) => cells.at(-1))).toEqual(['Descrição', folder, ''])
})

// proves 17.20
it('the description of an item is accepted from a multipart form, up to 200 characters', async () => {
  const { as, sender, itemType, form } = await testOrganisation()
  const send = (description: unknown) =>
    as(sender).post('/api/protocols', multipart(form({ items: [{ item_type_id: itemType.id, description }] })))
  expect((await send('ç'.repeat(200))).status).toBe(201)
  expect((await send('ç'.repeat(201))).body.errors).toEqual({
    'items.0.description': 'Informe no máximo 200 caracteres',
  })
})

// proves 17.20
it('the description of an item is edited, and the history says from what to what', async () => {
  const { as, db, sender, origin, destination } = await testOrganisation()
  const ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id }
  const protocol = await buildProtocol(db, { ...ends, items: [{ documentNumber: 'D-1' }] })
  const [item] = protocol.items
  const edit = async (description?: string | null) => {
    const items = [{ id: item?.id, item_type_id: item?.itemTypeId, ...(description !== undefined && { description }) }]
    const { status, body } = await as(sender).put(`/api/protocols/${protocol.id}`, { remarks: protocol.remarks, items })
    expect(status, JSON.stringify(body)).toBe(200)
    return { description: body.items[0].description, said: body.history[0]?.description?.split('): ')[1] }
  }
  expect(await edit(folder)).toEqual({ description: folder, said: `descrição: “${folder}”` })
  expect(await edit('Caixa 3')).toEqual({ description: 'Caixa 3', said: `descrição de “${folder}” para “Caixa 3”` })
  // A form that does not send the field leaves it.
  expect(await edit()).toMatchObject({ description: 'Caixa 3' })
  expect(await edit('')).toEqual({ description: null, said: 'descrição “Caixa 3” removida' })
})
