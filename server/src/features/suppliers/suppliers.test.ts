import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildProtocol, buildSupplier, buildUser } from '../../test/builders.ts'

const { app, db } = await testApp()
const asAdmin = app.as(await buildAdmin(db))

const valid = { cnpj: '11.222.333/0001-81', company_name: 'Papelaria', state: 'SP', city: 'Mogi das Cruzes' }

// proves 11.23
it('an Admin may use letters in the CNPJ, wrong check digits, and the CNPJ of another store', async () => {
  const odd = await asAdmin.post('/api/suppliers', { ...valid, cnpj: '12.abc.345/01de-99' })
  expect(odd).toMatchObject({ status: 201, body: { cnpj: '12ABC34501DE99', is_active: true } })
  const taken = {
    status: 409,
    body: { code: 'SUPPLIER_TAKEN', errors: { cnpj: 'Já existe um fornecedor com este CNPJ e loja' } },
  }
  const without = await asAdmin.post('/api/suppliers', valid)
  expect(without.status).toBe(201)
  expect(await asAdmin.post('/api/suppliers', { ...valid, store: ' ' })).toMatchObject(taken)
  expect((await asAdmin.post('/api/suppliers', { ...valid, store: '02' })).status).toBe(201)
  expect(await asAdmin.put(`/api/suppliers/${without.body.id}`, { ...valid, store: '02' })).toMatchObject(taken)
})

describe('reading', async () => {
  const { app, db } = await testApp({ ownDatabase: true })
  const as = app.as(await buildUser(db))
  const names = async (path: string) => {
    const { body } = await as.get(path)
    return (body.data ?? body).map((one: { company_name?: string; name?: string }) => one.company_name ?? one.name)
  }
  const foods = await buildSupplier(db, { companyName: 'Açúcar & Cia 100%', cnpj: '33000167000101', code: 'AC_7' })
  await buildSupplier(db, { companyName: 'Óleos Búzios', cnpj: '12ABC34501DE35', code: 'X1234', isActive: false })
  await buildSupplier(db, { companyName: 'Obras 1000 Ltda', cnpj: '99888777000166', code: 'ACx7' })
  for (let n = 10; n < 20; n += 1) await buildSupplier(db, { companyName: `Zinco ${n}`, cnpj: `550000000001${n}` })

  // proves 7.7.4
  it('pages through everything in Portuguese alphabetical order, ten at a time', async () => {
    const first = await as.get('/api/suppliers')
    expect(first.body.meta).toEqual({ total: 13, per_page: 10, current_page: 1, last_page: 2 })
    expect((await names('/api/suppliers')).slice(0, 4)).toEqual([
      'Açúcar & Cia 100%',
      'Obras 1000 Ltda',
      'Óleos Búzios',
      'Zinco 10',
    ])
    expect(await names('/api/suppliers?page=2')).toEqual(['Zinco 17', 'Zinco 18', 'Zinco 19'])
    expect((await as.get('/api/suppliers?page=9')).body).toMatchObject({
      data: [],
      meta: { total: 13, current_page: 9 },
    })
  })

  it('counts protocols, not items', async () => {
    await buildProtocol(db, { items: [{ supplierId: foods.id }, { supplierId: foods.id }] })
    await buildProtocol(db, { items: [{ supplierId: foods.id }] })
    expect((await as.get('/api/suppliers?search=acucar')).body.data[0].protocols_count).toBe(2)
  })

  // proves 2.12.6
  it.each([
    ['status=active&search=o', 'Obras 1000 Ltda', 'Zinco 10'],
    ['status=inactive', 'Óleos Búzios'],
    ['status=all&search=buzios', 'Óleos Búzios'],
    ['search=ACUCAR', 'Açúcar & Cia 100%'],
    ['search=%C3%B3leos+b', 'Óleos Búzios'],
    ['search=33.000.167/0001-01', 'Açúcar & Cia 100%'],
    ['search=33000167000101', 'Açúcar & Cia 100%'],
    ['search=CNPJ:+33.000.167/0001-01', 'Açúcar & Cia 100%'],
    ['search=Cia+(33.000.167/0001-01)', 'Açúcar & Cia 100%'],
    ['search=000.167/00', 'Açúcar & Cia 100%'],
    ['search=12.abc.345/01de', 'Óleos Búzios'],
    ['search=12abc345', 'Óleos Búzios'],
    ['search=ac_7', 'Açúcar & Cia 100%'],
    ['search=100%25', 'Açúcar & Cia 100%'],
    ['search=%EF%BC%85', 'Açúcar & Cia 100%'], // a full-width percent sign
    ['search=%25%25'],
    ['search=%5C'],
    ['search=12.34'], // part of a CNPJ, not of the code X1234
    ["search=' or 1=1 --"],
  ])('%s', async (query, ...expected) => {
    expect((await names(`/api/suppliers?${query}`)).slice(0, 2)).toEqual(expected)
  })

  // proves 3.17, 4.25, 7.5.2
  it('offers active suppliers to the picker, by name or CNPJ', async () => {
    expect((await as.get('/api/suppliers/search?q=acucar&limit=50')).body).toEqual([
      { id: foods.id, name: 'Açúcar & Cia 100%', cnpj: '33000167000101' },
    ])
    expect(await names('/api/suppliers/search?q=33.000.167')).toEqual(['Açúcar & Cia 100%'])
    expect(await names('/api/suppliers/search?q=buzios')).toEqual([])
    expect(await names('/api/suppliers/search?q=zi&limit=3')).toEqual(['Zinco 10', 'Zinco 11', 'Zinco 12'])
  })

  // proves 9.4
  it('offers nothing for less than two characters', async () => {
    for (const query of ['', '?q=%20z%20', '?q[]=zi']) {
      expect(await as.get(`/api/suppliers/search${query}`)).toMatchObject({ status: 200, body: [] })
    }
  })

  // proves 7.5.2, 9.4
  it('never offers more than 50', async () => {
    for (let n = 0; n < 51; n += 1) await buildSupplier(db, { companyName: `Muitos ${n}` })
    for (const limit of ['', '&limit=5000', '&limit=0']) {
      expect((await as.get(`/api/suppliers/search?q=muitos${limit}`)).body).toHaveLength(50)
    }
  })
})
