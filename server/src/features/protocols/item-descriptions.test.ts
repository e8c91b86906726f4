import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { multipart } from '../../test/client.ts'
import { testOrganisation } from '../../test/organisation.ts'

const folder = 'Pasta da Maria Souza'

// proves 17.1, 17.20
it('stands wherever the item does', async () => {
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
it('is accepted from a multipart form, up to 200 characters', async () => {
  const { as, sender, itemType, form } = await testOrganisation()
  const send = (description: unknown) =>
    as(sender).post('/api/protocols', multipart(form({ items: [{ item_type_id: itemType.id, description }] })))
  expect((await send('ç'.repeat(200))).status).toBe(201)
  expect((await send('ç'.repeat(201))).body.errors).toEqual({
    'items.0.description': 'Informe no máximo 200 caracteres',
  })
})

// proves 17.20
it('is edited, and the history says from what to what', async () => {
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
