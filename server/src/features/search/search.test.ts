import { expect, it } from 'vitest'
import { buildAdmin, buildItemType, buildProtocol, buildSupplier, buildUser } from '../../test/builders.ts'
import { threeDepartments } from '../../test/random-organisation.ts'

async function archive() {
  const departments = await threeDepartments()
  const { db, finance, legal, health, between, ask } = departments
  const admin = await buildAdmin(db, { departmentId: null })
  const type = await buildItemType(db, { name: 'Contrato' })
  const ipe = await buildSupplier(db, { companyName: 'Papelaria Ipê', cnpj: '11222333000181' })
  const item = (documentNumber: string, fields = {}) => ({ documentNumber, itemTypeId: type.id, ...fields })
  const seen = await between(finance, legal, {
    items: [item('Ofício-77', { supplierId: ipe.id }), item('NF_88')],
  })
  const hidden = await buildProtocol(db, {
    originDepartmentId: health.id,
    destinationDepartmentId: legal.id,
    items: [item('Ofício-99', { supplierId: ipe.id })],
  })
  const search = (user: { id: number }, q: string) => ask(user, `/api/search?q=${encodeURIComponent(q)}`)
  return { ...departments, admin, ipe, type, seen, hidden, item, search }
}

const nothing = { protocols: [], documents: [], suppliers: [], supplies: [] }
const numbers = (items: { document_number: string }[]) => items.map(({ document_number }) => document_number)

// proves 2.15.1
it('finds a protocol by its number, for those who see it', async () => {
  const { ana, admin, seen, hidden, search } = await archive()
  for (const q of [String(seen.id), `#${seen.id}`, `Protocolo #${seen.id} recebido`, `nº ${seen.id}`, `${seen.id}.`]) {
    expect((await search(ana, q)).protocols).toEqual([
      {
        ...{ id: seen.id, status: 'Pendente', origin_department: 'Finanças', destination_department: 'Jurídico' },
        ...{ remarks: 'Documentos para conferência', requires_return: true, received_at: null, pending_items: 2 },
        match: { field: 'number', text: `${seen.id}` },
      },
    ])
  }
  expect((await search(ana, `#${hidden.id}`)).protocols).toEqual([])
  expect((await search(admin, `#${hidden.id}`)).protocols).toHaveLength(1)
})

// proves 12.12
it('finds a number by what one sees of it, sent today or before, in list, tracking, returns and search-and-go', async () => {
  const { as, ana, finance, legal, type, ask, between } = await archive()
  const body = { remarks: 'Segue', origin_department_id: finance.id, destination_department_id: legal.id }
  for (const [stored, typed] of [
    ['QW1\u00a0NF\u202f4455', 'QW1 NF 4455'],
    ['QW3  NF\t4455', '\u200bQW3 NF\u00a04455'],
    ['QW5\u200bNF44\u00ad55', 'QW5NF4455'],
    ['QW9 n° 5', 'qw9 nº 5'],
    ["QWB d'água 2026\u201111", 'QWB D´AGUA 2026-11'],
    ['00058.987654/2026-11', '00058987654202611'],
    ['00058987654202612', '00058.987654/2026-12'],
    ['3526 1199 8877 6600 0195 5500 1000 0012 3410 0001 2345', '35261199887766000195550010000012341000012345'],
  ] as const) {
    // One as an older release stored it, one as it comes in.
    await between(finance, legal, { requiresReturn: true, items: [{ documentNumber: stored, itemTypeId: type.id }] })
    const items = [{ item_type_id: type.id, document_number: stored, reason: 'Conferir' }]
    expect(await as(ana).post('/api/protocols', { ...body, requires_return: true, items })).toMatchObject({
      status: 201,
    })
    const q = encodeURIComponent(typed)
    const found = {
      list: (await ask(ana, `/api/protocols?search=${q}`)).data.length,
      returns: (await ask(ana, `/api/returns?search=${q}`)).data.length,
      tracking: (await ask(ana, `/api/tracking?type=document&search=${q}`)).data.length,
      documents: (await ask(ana, `/api/search?q=${q}`)).documents.length,
    }
    expect({ typed, ...found }).toEqual({ typed, list: 2, returns: 2, tracking: 2, documents: 2 })
  }
})

// proves 12.12
it('finds a number in remarks, descriptions, reasons and occurrences by its digits alone', async () => {
  const { as, ana, finance, legal, type, ask } = await archive()
  const route = { requires_return: false, origin_department_id: finance.id, destination_department_id: legal.id }
  const send = async (remarks: string, item: object = {}) =>
    (await as(ana).post('/api/protocols', { ...route, remarks, items: [{ item_type_id: type.id, ...item }] })).body
  for (const [stored, typed] of [
    ['00058.654321/2026-11', '00058654321202611'],
    ['3526 1199 8877 6600 0195 5500 1000 0054 3210 0001 2345', '35261199887766000195550010000054321000012345'],
  ] as const) {
    const { protocol_id } = await send(`Segue o processo ${stored}, em 2 vias`)
    await send('Segue', { description: `Autos ${stored}` })
    await send('Segue', { reason: `Juntar ao ${stored}` })
    const { items } = (await as(ana).get(`/api/protocols/${protocol_id}`)).body
    const occurrence = { kind: 'damaged', description: `Falta a folha 3 do ${stored}` }
    expect((await as(ana).post(`/api/protocols/items/${items[0].id}/occurrences`, occurrence)).status).toBe(201)
    for (const search of [stored, typed].map(encodeURIComponent)) {
      const { data } = await ask(ana, `/api/protocols?search=${search}`)
      expect(data.map(({ match }: { match: object }) => match)).toMatchObject([
        { field: 'reason' },
        { field: 'description' },
        { field: 'remarks' },
      ])
      expect((await ask(ana, `/api/occurrences?search=${search}`)).data).toHaveLength(1)
    }
  }
})

it('finds documents and what suppliers sent, without accents, for those who see them', async () => {
  const { ana, admin, ipe, seen, search } = await archive()
  const organisation = await search(ana, 'OFICIO')
  expect(organisation).toEqual({
    ...nothing,
    documents: [
      {
        ...{ id: seen.items[0]?.id, protocol_id: seen.id, document_number: 'Ofício-77', status: 'pendente' },
        ...{ item_type: 'Contrato', supplier: 'Papelaria Ipê' },
      },
    ],
  })
  expect(numbers((await search(admin, 'ofício')).documents)).toEqual(['Ofício-99', 'Ofício-77'])

  const paper = await search(ana, 'ipe')
  expect(paper.suppliers).toEqual([{ id: ipe.id, name: 'Papelaria Ipê', cnpj: '11222333000181' }])
  expect(numbers(paper.supplies)).toEqual(['Ofício-77'])
  expect(numbers((await search(admin, '11.222.333/0001-81')).supplies)).toEqual(['Ofício-99', 'Ofício-77'])
})

// proves 2.15.1, 7.5.3
it('answers a handful of each kind, and nothing for what makes no sense', async () => {
  const { db, ana, finance, legal, type, search, item } = await archive()
  const suppliers = await Promise.all(Array.from({ length: 7 }, () => buildSupplier(db)))
  await buildProtocol(db, {
    originDepartmentId: finance.id,
    destinationDepartmentId: legal.id,
    items: suppliers.flatMap(({ id }) => [
      item('Ofício', { supplierId: id, itemTypeId: type.id }),
      item('Ofício', { supplierId: id, itemTypeId: type.id }),
    ]),
  })
  const { documents, suppliers: found, supplies } = await search(ana, 'of')
  expect([documents.length, found.length, supplies.length]).toEqual([5, 0, 0])
  const many = await search(ana, 'fornecedor')
  expect([many.suppliers.length, many.supplies.length]).toEqual([5, 5])
  for (const q of ['', '  ', 'f', '%%%', "' or 1=1 --", 'x\u0000y', 'a'.repeat(5000), '99999999999']) {
    expect(await search(ana, q), q).toEqual(nothing)
  }
  expect(numbers((await search(ana, '_')).documents)).toEqual([])
  expect(numbers((await search(ana, 'F_')).documents)).toEqual(['NF_88'])
})

// proves 17.38
it('finds protocols by what they say, and documents and suppliers in their own lists', async () => {
  const { db, ana, admin, finance, legal, health, search } = await archive()
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const folder = await buildProtocol(db, {
    originDepartmentId: finance.id,
    destinationDepartmentId: legal.id,
    items: [{ description: 'Pasta da Maria Souza', responsibleId: bruno.id }],
  })
  const elsewhere = await buildProtocol(db, {
    originDepartmentId: health.id,
    destinationDepartmentId: legal.id,
    items: [{ description: 'Pasta da Maria Souza' }],
  })
  const found = async (user: { id: number }, q: string) =>
    (await search(user, q)).protocols.map(({ id, match }: { id: number; match: object }) => [id, match])
  const match = { field: 'description', text: 'Pasta da Maria Souza' }
  expect(await found(ana, 'maria souza')).toEqual([[folder.id, match]])
  expect(await found(admin, 'maria souza')).toEqual([
    [elsewhere.id, match],
    [folder.id, match],
  ])
  expect(await found(ana, 'bruno')).toEqual([[folder.id, { field: 'person', text: 'Bruno Sá' }]])
  expect((await found(ana, 'jurídico'))[0]).toEqual([folder.id, { field: 'department', text: 'Jurídico' }])
  for (const q of ['ofício', 'papelaria ipê', 'ma']) expect(await found(ana, q), q).toEqual([])
})
