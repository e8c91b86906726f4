import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildItemType, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

const { app, db } = await testApp()
const asAdmin = app.as(await buildAdmin(db))

const listed = async (id: number) =>
  (await asAdmin.get('/api/item-types')).body.find((one: { id: number }) => one.id === id)

describe('the list of item types', () => {
  // proves 7.5.1
  it('is for everyone signed in, in Portuguese alphabetical order', async () => {
    const { app, db, anonymous } = await testApp({ ownDatabase: true })
    for (const name of ['Ofício', 'Nota', 'Órtese', 'Óculos']) await buildItemType(db, { name })
    const { status, body } = await app.as(await buildUser(db)).get('/api/item-types')
    expect(status).toBe(200)
    expect(body.map((one: { type_name: string }) => one.type_name)).toEqual(['Nota', 'Óculos', 'Ofício', 'Órtese'])
    expect((await anonymous.get('/api/item-types')).status).toBe(401)
  })

  // proves 2.12.4, 3.16
  it('counts items, also after they were changed or removed', async () => {
    const { id, name } = await buildItemType(db)
    const other = await buildItemType(db)
    const { items } = await buildProtocol(db, {
      items: [{ itemTypeId: id }, { itemTypeId: id }, { itemTypeId: other.id }],
    })
    await buildProtocol(db, { items: [{ itemTypeId: id }] })
    expect(await listed(id)).toEqual({ id, type_name: name, type_description: null, items_count: 3 })

    const [first, second] = items.map((item) => item.id)
    await db
      .updateTable('items')
      .set({ itemTypeId: other.id })
      .where('id', '=', first ?? 0)
      .execute()
    await db
      .deleteFrom('items')
      .where('id', '=', second ?? 0)
      .execute()

    expect((await listed(id)).items_count).toBe(1)
    expect((await listed(other.id)).items_count).toBe(2)
  })
})

describe('an Admin', () => {
  // proves 7.7.3
  it('adds, edits and deletes an item type', async () => {
    const created = await asAdmin.post('/api/item-types', { type_name: 'Malote', type_description: 'Lacrado' })
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(created.body).toEqual({ id, type_name: 'Malote', type_description: 'Lacrado', items_count: 0 })

    const edited = await asAdmin.put(`/api/item-types/${id}`, {
      id: 1,
      type_name: 'Malote lacrado',
      type_description: null,
    })
    expect(edited.status).toBe(200)
    expect(edited.body).toEqual({ id, type_name: 'Malote lacrado', type_description: null, items_count: 0 })

    expect((await asAdmin.delete(`/api/item-types/${id}`)).status).toBe(204)
    expect(await listed(id)).toBeUndefined()
  })

  // proves 5.5.3
  it.each([undefined, null, '', '  '])('cannot call it %j', async (type_name) => {
    expect(await asAdmin.post('/api/item-types', { type_name })).toMatchObject({
      status: 400,
      body: { errors: { type_name: 'Nome do tipo de item é obrigatório' } },
    })
  })

  it('cannot delete one that items have, nor one that does not exist', async () => {
    const { id } = await buildItemType(db)
    await buildProtocol(db, { items: [{ itemTypeId: id }] })
    expect(await asAdmin.delete(`/api/item-types/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'ITEM_TYPE_IN_USE', message: 'Não é possível excluir tipos de itens com itens associados' },
    })
    const gone = { status: 404, body: { message: 'Tipo de item não encontrado' } }
    expect(await asAdmin.delete('/api/item-types/999999')).toMatchObject(gone)
    expect(await asAdmin.put('/api/item-types/999999', {})).toMatchObject(gone)
  })
})

it('Gestor and Usuário change nothing', async () => {
  const { id } = await buildItemType(db)
  for (const person of [await buildManager(db), await buildUser(db)]) {
    const as = app.as(person)
    expect((await as.post('/api/item-types', {})).status).toBe(403)
    expect((await as.put('/api/item-types/999999', {})).status).toBe(403)
    expect((await as.delete(`/api/item-types/${id}`)).status).toBe(403)
  }
})
