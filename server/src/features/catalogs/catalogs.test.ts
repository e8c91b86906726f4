import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { testApp } from '../../test/app.ts'
import {
  buildAdmin,
  buildCategory,
  buildDepartment,
  buildItemType,
  buildProtocol,
  buildSupplier,
  buildUser,
} from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'

const { app, db } = await testApp()
const admin = await buildAdmin(db)
const [ana, bia] = [app.as(admin), app.as(await buildAdmin(db))]

type Fields = Record<string, unknown>

/** What differs between the registers. */
interface Register {
  path: string
  /** The entry's identifier in a body. */
  id: string
  build: () => Promise<{ id: number }>
  /** What an Admin fills in, and how the new entry answers, without its id. */
  input: Fields
  created: Fields
  /** An edit that says nothing of some fields, and what it changes. */
  edit: Fields
  edited: Fields
  /** Bad values, and their sentences. */
  refused: { sent: Fields; errors: Record<string, string> }
  unknown: string
  /** What keeps an entry from being deleted. */
  uses: ((id: number) => Promise<unknown>)[]
  inUse: { code: string; message: string }
}

const registers: [string, Register][] = [
  [
    'a department',
    {
      ...{ path: '/api/departments', id: 'dpid', build: () => buildDepartment(db) },
      input: { dpname: '  Jurídico ', dpdescription: '' },
      created: { dpname: 'Jurídico', dpdescription: null, users_count: 0, protocols_count: 0 },
      ...{ edit: { dpname: 'Depois' }, edited: { dpname: 'Depois' } },
      refused: { sent: { dpname: '   ' }, errors: { dpname: 'Nome do departamento é obrigatório' } },
      unknown: 'Departamento não encontrado',
      uses: [
        (departmentId) => buildUser(db, { departmentId }),
        (destinationDepartmentId) => buildProtocol(db, { destinationDepartmentId }),
      ],
      inUse: {
        code: 'DEPARTMENT_IN_USE',
        message: 'Não é possível excluir departamentos com usuários ou protocolos associados',
      },
    },
  ],
  [
    'a category',
    {
      ...{ path: '/api/categories', id: 'ctid', build: () => buildCategory(db) },
      input: { ctname: 'Empréstimo', return_days: '15', category_parameter: 'Dias úteis', color: '#0Fa3b1' },
      created: {
        ...{ ctname: 'Empréstimo', return_days: 15, category_parameter: 'Dias úteis', color: '#0Fa3b1' },
        protocols_count: 0,
      },
      edit: { ctname: 'Doação', return_days: null, category_parameter: 'Dias corridos' },
      edited: { ctname: 'Doação', return_days: null, category_parameter: 'Dias corridos' },
      refused: {
        sent: { ctname: '  ', return_days: 3651, color: 'red' },
        errors: {
          ...{ ctname: 'Nome da categoria é obrigatório', return_days: 'Dias de retorno deve ser no máximo 3650' },
          ...{ category_parameter: 'Tipo de dias é obrigatório', color: 'Cor inválida' },
        },
      },
      unknown: 'Categoria não encontrada',
      uses: [(categoryId) => buildProtocol(db, { items: [{ categoryId }] })],
      inUse: { code: 'CATEGORY_IN_USE', message: 'Não é possível excluir categorias com protocolos associados' },
    },
  ],
  [
    'an item type',
    {
      ...{ path: '/api/item-types', id: 'id', build: () => buildItemType(db) },
      input: { type_name: 'Malote', type_description: 'Lacrado' },
      created: { type_name: 'Malote', type_description: 'Lacrado', items_count: 0 },
      edit: { type_name: 'Malote lacrado', type_description: null },
      edited: { type_name: 'Malote lacrado', type_description: null },
      refused: { sent: {}, errors: { type_name: 'Nome do tipo de item é obrigatório' } },
      unknown: 'Tipo de item não encontrado',
      uses: [(itemTypeId) => buildProtocol(db, { items: [{ itemTypeId }] })],
      inUse: { code: 'ITEM_TYPE_IN_USE', message: 'Não é possível excluir tipos de itens com itens associados' },
    },
  ],
  [
    'a supplier',
    {
      ...{ path: '/api/suppliers', id: 'id', build: () => buildSupplier(db) },
      input: supplier({ state: ' sp ', code: 'F-01', store: '', is_active: 0 }),
      created: {
        ...{ cnpj: '11222333000181', code: 'F-01', store: null, company_name: 'Papelaria Pão & Letra', state: 'SP' },
        ...{ city: 'Mogi das Cruzes', is_active: false, protocols_count: 0 },
      },
      // Says nothing of `is_active`: it does not reactivate the supplier.
      ...{ edit: supplier({ company_name: 'Nova' }), edited: { company_name: 'Nova' } },
      refused: {
        sent: { cnpj: '11.222.333/0001-8A', company_name: ' ', city: null, is_active: 'talvez' },
        errors: {
          ...{ cnpj: 'CNPJ deve ter 14 dígitos', company_name: 'Razão social é obrigatória' },
          ...{ state: 'Estado é obrigatório', city: 'Cidade é obrigatória', is_active: 'Informe sim ou não' },
        },
      },
      unknown: 'Fornecedor não encontrado',
      uses: [(supplierId) => buildProtocol(db, { items: [{ supplierId }] })],
      inUse: { code: 'SUPPLIER_IN_USE', message: 'Não é possível excluir fornecedores com protocolos associados' },
    },
  ],
]

function supplier(fields: Fields): Fields {
  const valid = { cnpj: '11.222.333/0001-81', company_name: 'Papelaria Pão & Letra', state: 'SP' }
  return { ...valid, city: 'Mogi das Cruzes', ...fields }
}

const listed = async (path: string, id: unknown) => {
  const { body } = await ana.get(path)
  return (body.data ?? body).find((one: Fields) => (one.dpid ?? one.ctid ?? one.id) === id)
}

describe.each(registers)('%s', (_, register) => {
  const { path, id: idOf, build, input, created, edit, edited, refused, unknown, uses, inUse } = register

  // proves 3.15, 3.17, 7.7.1, 7.7.2, 7.7.3, 7.7.4, 12.1
  it('is added, edited and deleted by an Admin; what an edit does not name stays', async () => {
    const added = await ana.post(path, input)
    const id = added.body[idOf]
    expect(added).toMatchObject({ status: 201, body: { ...created, [idOf]: expect.any(Number) } })
    expect(Object.keys(added.body).sort()).toEqual([...new Set([...Object.keys(created), idOf, ...idsIn(path)])].sort())
    expect(await listed(path, id)).toEqual(added.body)

    const { id: other } = await build()
    const before = await listed(path, other)
    const changed = await ana.put(`${path}/${id}`, { ...edit, [idOf]: other })
    expect([changed.status, changed.body]).toEqual([200, { ...added.body, ...edited }])
    expect(await listed(path, other)).toEqual(before)

    expect(await ana.delete(`${path}/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect(await listed(path, id)).toBeUndefined()
  })

  // proves 5.5.1, 5.5.2, 5.5.3, 5.5.4, 9.11, 9.12
  it('is refused with a sentence at every bad field', async () => {
    const { sent, errors } = refused
    const { id } = await build()
    for (const { status, body } of [await ana.post(path, sent), await ana.put(`${path}/${id}`, sent)]) {
      expect([status, body.message, body.errors]).toEqual([400, Object.values(errors)[0], errors])
    }
  })

  // proves 6.10, 6.11
  it('is not deleted while something uses it', async () => {
    for (const use of uses) {
      const { id } = await build()
      await use(id)
      expect(await ana.delete(`${path}/${id}`)).toMatchObject({ status: 409, body: inUse })
    }
  })

  // proves 12.5
  it('is said to be unknown before the body is judged', async () => {
    const gone = { status: 404, body: { message: unknown } }
    expect(await ana.put(`${path}/999999`, {})).toMatchObject(gone)
    expect(await ana.delete(`${path}/999999`)).toMatchObject(gone)
    expect((await ana.put(`${path}/abc`, {})).status).toBe(404)
    expect((await ana.delete(`${path}/99999999999`)).status).toBe(404)
  })
})

/** Categories have their identity under both names. */
const idsIn = (path: string) => (path === '/api/categories' ? ['id'] : [])

// proves 7.5.1, 13.4
it('lists departments, categories and item types to everyone signed in, in Portuguese alphabetical order', async () => {
  const { app, db } = await testApp({ ownDatabase: true })
  const sorted = ['Açude', 'Adjunta', 'Éter', 'Obras', 'Óculos', 'Ofício', 'Órgão Central', 'Zinco']
  for (const name of sorted.toReversed()) {
    for (const build of [buildDepartment, buildCategory, buildItemType]) await build(db, { name })
  }
  const as = app.as(await buildUser(db, { departmentId: null, role: 'Admin' }))
  const names = async (path: string, field: string) => (await as.get(path)).body.map((one: Fields) => one[field])
  expect(await names('/api/departments', 'dpname')).toEqual(sorted)
  expect(await names('/api/categories', 'ctname')).toEqual(sorted)
  expect(await names('/api/item-types', 'type_name')).toEqual(sorted)
})

describe('what uses an entry', () => {
  // proves 2.12.2, 3.14, 12.14
  it('is for a department its people and its protocols, sent or received, each once', async () => {
    const { id } = await buildDepartment(db, { name: 'Contagem', description: 'Conta' })
    await buildUser(db, { departmentId: id })
    await buildUser(db, { departmentId: id, isActive: false })
    await buildProtocol(db, { originDepartmentId: id, items: [{}, {}] })
    await buildProtocol(db, { destinationDepartmentId: id, status: 'Cancelado' })
    await buildProtocol(db, { originDepartmentId: id, destinationDepartmentId: id, createdBy: admin.id })
    expect(await listed('/api/departments', id)).toEqual({
      ...{ dpid: id, dpname: 'Contagem', dpdescription: 'Conta' },
      users_count: 3, // the builder adds the creator of the first protocol
      protocols_count: 3,
    })
  })

  // proves 12.14
  it('is for a category its protocols, not the items, also after these were changed or removed', async () => {
    const [{ id }, other] = [await buildCategory(db), await buildCategory(db)]
    const { items } = await buildProtocol(db, { items: [{ categoryId: id }, { categoryId: id }, {}] })
    await buildProtocol(db, { items: [{ categoryId: id }] })
    const counts = async () =>
      Promise.all([id, other.id].map(async (one) => (await listed('/api/categories', one)).protocols_count))
    const [first = 0, second = 0] = items.map((item) => item.id)
    const use = (itemId: number, categoryId: number | null) =>
      db.updateTable('items').set({ categoryId }).where('id', '=', itemId).execute()
    expect(await counts()).toEqual([2, 0])
    await use(first, other.id)
    expect(await counts()).toEqual([2, 1])
    await use(second, other.id)
    expect(await counts()).toEqual([1, 1])
    await use(first, null)
    expect(await counts()).toEqual([1, 1])
    await db.deleteFrom('items').where('id', '=', second).execute()
    expect(await counts()).toEqual([1, 0])
  })

  // proves 2.12.4, 3.16
  it('is for an item type its items, also after these were changed or removed', async () => {
    const [{ id, name }, other] = [await buildItemType(db), await buildItemType(db)]
    const items = [id, id, other.id].map((itemTypeId) => ({ itemTypeId }))
    const built = (await buildProtocol(db, { items })).items
    await buildProtocol(db, { items: [{ itemTypeId: id }] })
    const expected = { id, type_name: name, type_description: null, items_count: 3 }
    expect(await listed('/api/item-types', id)).toEqual(expected)

    const [first = 0, second = 0] = built.map((item) => item.id)
    await db.updateTable('items').set({ itemTypeId: other.id }).where('id', '=', first).execute()
    await db.deleteFrom('items').where('id', '=', second).execute()
    expect((await listed('/api/item-types', id)).items_count).toBe(1)
    expect((await listed('/api/item-types', other.id)).items_count).toBe(2)
  })

  it('stays true when many people change the items of the same protocols at once', async () => {
    const [origin, destination] = [await buildDepartment(db), await buildDepartment(db)]
    const createdBy = (await buildUser(db, { departmentId: origin.id })).id
    const types = [await buildItemType(db), await buildItemType(db)].map(({ id }) => id)
    const categories = [(await buildCategory(db)).id, (await buildCategory(db)).id, null]
    const ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id, createdBy }
    const protocols = [await buildProtocol(db, ends), await buildProtocol(db, ends)].map(({ id }) => id)
    const changes = Array.from({ length: 60 }, (_, n) => {
      const protocolId = protocols[n % 2] as number
      const use = { itemTypeId: types[n % 2] as number, categoryId: categories[n % 3] ?? null }
      const added = { protocolId, position: n + 2, ...use }
      if (n % 3 === 0) return db.insertInto('items').values(added).execute()
      const some = sql<number>`(select id from items where protocol_id = ${protocolId} order by random() limit 1)`
      if (n % 7 === 0) return db.deleteFrom('items').where('id', '=', some).execute()
      return db.updateTable('items').set(use).where('id', '=', some).execute()
    })
    await Promise.all(changes)
    expect(await findBrokenInvariants(db)).toEqual([])
    await sql`select rebuild_derived()`.execute(db)
    expect(await findBrokenInvariants(db)).toEqual([])
  })

  it('refuses one of two when a department is deleted while somebody joins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: departmentId } = await buildDepartment(db)
      const [deleted, joined] = await Promise.allSettled([
        ana.delete(`/api/departments/${departmentId}`),
        buildUser(db, { departmentId }),
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 204
      if (!isDeleted) expect(deleted).toMatchObject({ value: { status: 409, body: { code: 'DEPARTMENT_IN_USE' } } })
      expect(isDeleted).toBe(joined.status === 'rejected')
    }
  })
})

const { id: departmentId } = await buildDepartment(db)
const sun = (fields: Fields) => supplier({ ...{ cnpj: '45997418000153', code: null, store: null }, ...fields })
const caio = (fields: Fields) => ({
  ...{ uname: 'Caio Melo', uemail: 'caio@malote.test', uphone: null, udpid: departmentId, is_active: true },
  ...fields,
})

/** The data in a form: one person opens it (`shown`), `ana` saves her changes, then `bia` tries to save hers. */
const forms: [string, { path: string; id: string; shown: Fields; byAna: Fields; byBia: Fields }][] = [
  [
    'a department',
    {
      ...{ path: '/api/departments', id: 'dpid', shown: { dpname: 'Arquivo', dpdescription: null } },
      byAna: { dpname: 'Arquivo Geral', dpdescription: 'Térreo' },
      byBia: { dpname: 'Arquivo', dpdescription: 'Subsolo' },
    },
  ],
  [
    'a category',
    {
      ...{ path: '/api/categories', id: 'ctid' },
      shown: { ctname: 'Contratos', return_days: 5, category_parameter: 'Dias úteis', color: '#0e7c86' },
      byAna: { ctname: 'Contratos', return_days: 30, category_parameter: 'Dias corridos', color: '#0e7c86' },
      byBia: { ctname: 'Contratos', return_days: 5, category_parameter: 'Dias úteis', color: '' },
    },
  ],
  [
    'an item type',
    {
      ...{ path: '/api/item-types', id: 'id', shown: { type_name: 'Ofício', type_description: 'De fora' } },
      byAna: { type_name: 'Ofício', type_description: 'De outros órgãos' },
      byBia: { type_name: 'Ofício recebido', type_description: 'De fora' },
    },
  ],
  [
    'a supplier',
    {
      ...{ path: '/api/suppliers', id: 'id', shown: sun({ city: 'Santos', is_active: true }) },
      ...{ byAna: sun({ is_active: false }), byBia: sun({ city: 'Santos', is_active: true, code: 'F-2' }) },
    },
  ],
  [
    'a holiday',
    {
      ...{ path: '/api/calendar/holidays', id: 'date', shown: { date: '2031-03-04', name: 'Aniversário' } },
      byAna: { date: '2031-03-04', name: 'Aniversário da cidade' },
      byBia: { date: '2031-03-04', name: 'Fundação da cidade' },
    },
  ],
  [
    'a person',
    {
      ...{ path: '/api/users', id: 'uid', shown: caio({ role: 'Usuário' }) },
      ...{ byAna: caio({ role: 'Gestor' }), byBia: caio({ role: 'Usuário', uphone: '(11) 4000-0000' }) },
    },
  ],
]

describe.each(forms)('%s that two Admins edit', (_, { path, id, shown, byAna, byBia }) => {
  async function withEntry(test: (put: (who: typeof ana, body: Fields) => Promise<Reply>) => Promise<void>) {
    const created = (await ana.post(path, shown)).body
    const address = `${path}/${created[id]}`
    try {
      await test((who, body) => who.put(address, body))
    } finally {
      await ana.delete(address)
    }
  }

  // proves 12.26
  it('stays as the first saved it, and the second hears of it and goes on from that', () =>
    withEntry(async (put) => {
      // A second time, as when the answer was lost.
      for (const _ of [1, 2]) expect((await put(ana, { ...byAna, current: shown })).status).toBe(200)
      const refused = await put(bia, { ...byBia, current: shown })
      const message = 'Este cadastro foi alterado por outra pessoa enquanto você editava.'
      expect([refused.status, refused.body]).toEqual([409, { code: 'CHANGED_MEANWHILE', message, current: byAna }])
      expect((await put(bia, { ...byBia, current: refused.body.current })).status).toBe(200)
    }))

  it('is told to the slower of two who save at the same moment', () =>
    withEntry(async (put) => {
      const saved = await Promise.all([put(ana, { ...byAna, current: shown }), put(bia, { ...byBia, current: shown })])
      expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }))

  // proves 12.26
  it('is compared only in what the second says to have seen', () =>
    withEntry(async (put) => {
      await put(ana, byAna)
      const same = Object.fromEntries(Object.entries(shown).filter(([field, value]) => byAna[field] === value))
      expect((await put(bia, { ...byBia, current: same })).status).toBe(200)
      expect((await put(ana, byAna)).status).toBe(200)
    }))
})

describe('a category', () => {
  // proves 12.20
  it('keeps its days when an edit does not name them, and loses them by null', async () => {
    const { db, as } = await testApp()
    const admin = as(await buildAdmin(db))
    const { id } = await buildCategory(db, { returnDays: 7 })
    const edit = { ctname: 'Só o nome', category_parameter: 'Dias úteis' }
    const path = `/api/categories/${id}`
    expect((await admin.put(path, edit)).body.return_days).toBe(7)
    expect((await admin.put(path, { ...edit, return_days: null })).body.return_days).toBeNull()
  })
})
