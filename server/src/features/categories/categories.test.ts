import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildCategory, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'

const { app, db } = await testApp()
const asAdmin = app.as(await buildAdmin(db))

const listed = async (id: number) =>
  (await asAdmin.get('/api/categories')).body.find((one: { ctid: number }) => one.ctid === id)

const valid = { ctname: 'Empréstimo', return_days: 5, category_parameter: 'Dias úteis' }

let names = 0
const uniqueName = () => {
  names += 1
  return `Nova ${names}`
}

describe('the list of categories', () => {
  // proves 7.5.1
  it('is for everyone signed in, in Portuguese alphabetical order', async () => {
    const { app, db, anonymous } = await testApp({ ownDatabase: true })
    for (const name of ['Éter', 'Zinco', 'Água']) await buildCategory(db, { name })
    const { status, body } = await app.as(await buildUser(db)).get('/api/categories')
    expect(status).toBe(200)
    expect(body.map((one: { ctname: string }) => one.ctname)).toEqual(['Água', 'Éter', 'Zinco'])
    expect((await anonymous.get('/api/categories')).status).toBe(401)
  })

  // proves 12.14
  it('counts protocols, not items, also after items were changed or removed', async () => {
    const { id } = await buildCategory(db)
    const other = await buildCategory(db)
    const { items } = await buildProtocol(db, { items: [{ categoryId: id }, { categoryId: id }, {}] })
    await buildProtocol(db, { items: [{ categoryId: id }] })
    const counts = async () => [(await listed(id)).protocols_count, (await listed(other.id)).protocols_count]
    expect(await counts()).toEqual([2, 0])

    const [first = 0, second = 0] = items.map((item) => item.id)
    await db.updateTable('items').set({ categoryId: other.id }).where('id', '=', first).execute()
    expect(await counts()).toEqual([2, 1])
    await db.updateTable('items').set({ categoryId: other.id }).where('id', '=', second).execute()
    expect(await counts()).toEqual([1, 1])
    await db.updateTable('items').set({ categoryId: null }).where('id', '=', first).execute()
    expect(await counts()).toEqual([1, 1])
    await db.deleteFrom('items').where('id', '=', second).execute()
    expect(await counts()).toEqual([1, 0])
  })
})

describe('an Admin', () => {
  // proves 3.15, 7.7.2
  it('adds, edits and deletes a category', async () => {
    const created = await asAdmin.post('/api/categories', { ...valid, color: '#0Fa3b1' })
    expect(created.status).toBe(201)
    const { ctid } = created.body
    expect(created.body).toEqual({ ctid, id: ctid, ...valid, color: '#0Fa3b1', protocols_count: 0 })
    expect(await listed(ctid)).toEqual(created.body)

    const change = { ctid: 1, ctname: 'Doação', return_days: null, category_parameter: 'Dias corridos' }
    const edited = await asAdmin.put(`/api/categories/${ctid}`, change)
    expect(edited.status).toBe(200)
    expect(edited.body).toEqual({ ...change, ctid, id: ctid, color: '#0Fa3b1', protocols_count: 0 })
    expect((await asAdmin.put(`/api/categories/${ctid}`, { ...change, color: '' })).body.color).toBeNull()

    expect((await asAdmin.delete(`/api/categories/${ctid}`)).status).toBe(204)
    expect(await listed(ctid)).toBeUndefined()
  })

  it.each([
    [null, null],
    ['', null],
    [' ', null],
    [undefined, null],
    [1, 1],
    ['15', 15],
    [3650, 3650],
  ])('gives %j as days of return: %j', async (return_days, expected) => {
    const { status, body } = await asAdmin.post('/api/categories', { ...valid, ctname: uniqueName(), return_days })
    expect(status).toBe(201)
    expect(body.return_days).toBe(expected)
  })

  // proves 5.5.2, 9.11
  it.each([
    ['ctname', undefined, 'Nome da categoria é obrigatório'],
    ['ctname', '  ', 'Nome da categoria é obrigatório'],
    ['return_days', 0, 'Dias de retorno deve ser maior que zero'],
    ['return_days', -1, 'Dias de retorno deve ser maior que zero'],
    ['return_days', '0', 'Dias de retorno deve ser maior que zero'],
    ['return_days', 1.5, 'Dias de retorno deve ser maior que zero'],
    ['return_days', 'cinco', 'Dias de retorno deve ser maior que zero'],
    ['return_days', true, 'Dias de retorno deve ser maior que zero'],
    ['return_days', 3651, 'Dias de retorno deve ser no máximo 3650'],
    ['category_parameter', undefined, 'Tipo de dias é obrigatório'],
    ['category_parameter', null, 'Tipo de dias é obrigatório'],
    ['category_parameter', 'Dias', 'Tipo de dias é obrigatório'],
    ['color', 'red', 'Cor inválida'],
    ['color', '#12345', 'Cor inválida'],
  ])('is told when %s is %j', async (field, value, sentence) => {
    const body = { ...valid, ctname: uniqueName(), [field]: value }
    const { id } = await buildCategory(db)
    const expected = { status: 400, body: { message: sentence, errors: { [field]: sentence } } }
    expect(await asAdmin.post('/api/categories', body)).toMatchObject(expected)
    expect(await asAdmin.put(`/api/categories/${id}`, body)).toMatchObject(expected)
  })

  it('cannot delete one that protocols have, nor one that does not exist', async () => {
    const { id } = await buildCategory(db)
    await buildProtocol(db, { items: [{ categoryId: id }] })
    expect(await asAdmin.delete(`/api/categories/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'CATEGORY_IN_USE', message: 'Não é possível excluir categorias com protocolos associados' },
    })
    const gone = { status: 404, body: { message: 'Categoria não encontrada' } }
    expect(await asAdmin.delete('/api/categories/999999')).toMatchObject(gone)
    expect(await asAdmin.put('/api/categories/999999', {})).toMatchObject(gone)
  })
})

it('Gestor and Usuário change nothing', async () => {
  const { id } = await buildCategory(db)
  for (const person of [await buildManager(db), await buildUser(db)]) {
    const as = app.as(person)
    expect((await as.post('/api/categories', {})).status).toBe(403)
    expect((await as.put('/api/categories/999999', {})).status).toBe(403)
    expect((await as.delete(`/api/categories/${id}`)).status).toBe(403)
  }
})
