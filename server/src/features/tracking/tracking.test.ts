import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAdmin, buildCategory, buildItemType, buildManager, buildUser } from '../../test/builders.ts'
import { testOrganisation } from '../../test/organisation.ts'
import { threeDepartments } from '../../test/random-organisation.ts'

async function archive() {
  const departments = await threeDepartments()
  const { db, legal, ask } = departments
  const bruno = await buildManager(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const admin = await buildAdmin(db, { departmentId: null, name: 'Carla Admin' })
  const contract = await buildItemType(db, { name: 'Contrato de Prestação' })
  const invoice = await buildItemType(db, { name: 'Nota 100%' })
  const track = async (user: { id: number }, query: Query) => {
    const body = await ask(user, `/api/tracking?${stringify(query)}`)
    return body as { data: Record<string, unknown>[]; has_more: boolean }
  }
  const found = async (user: { id: number }, query: Query) =>
    (await track(user, query)).data.map(({ document_number }) => document_number)
  return { ...departments, bruno, admin, contract, invoice, track, found }
}

type Query = Partial<
  Record<'search' | 'type' | 'status' | 'department' | 'category' | 'startDate' | 'endDate', string | number>
>

const stringify = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))

const day = (n: number) => ({ createdAt: `2026-05-0${n}T12:00:00Z` })

describe('GET /api/tracking', () => {
  // proves 2.10.1, 9.9
  it('finds a protocol by its exact number, with its items in their order', async () => {
    const { ana, finance, legal, between, track, found } = await archive()
    const first = await between(finance, legal, { items: [{ documentNumber: 'B' }, { documentNumber: 'A' }] })
    for (let n = 0; n < 10; n++) await between(finance, legal)

    expect(await found(ana, { search: first.id })).toEqual(['B', 'A'])
    expect(await found(ana, { search: `#${first.id}`, type: 'protocol' })).toEqual(['B', 'A'])
    expect(await found(ana, { search: ` # 00${first.id} ` })).toEqual(['B', 'A'])
    for (const search of ['1x', 'A', '9999999999999', '0', '-1', '1.5', '%', "' or 1=1 --"]) {
      expect(await track(ana, { search }), search).toEqual({ data: [], has_more: false })
    }
    expect((await track(ana, { search: first.id, type: '' })).data).toHaveLength(2)
  })

  // proves 7.6.2
  it('answers nothing without a text', async () => {
    const { ana, finance, legal, between, track } = await archive()
    await between(finance, legal)
    for (const query of [{}, { search: '' }, { search: '   ' }, { search: '', type: 'item', status: 'Pendente' }]) {
      expect(await track(ana, query)).toEqual({ data: [], has_more: false })
    }
  })

  it('finds parts of document numbers without accents, with literal % and _, newest first', async () => {
    const { ana, finance, legal, between, found } = await archive()
    await between(finance, legal, {
      ...day(1),
      items: [{ documentNumber: 'Ofício_77/2026' }, { documentNumber: null }],
    })
    await between(finance, legal, { ...day(3), items: [{ documentNumber: 'OFICIOX77' }, { documentNumber: '7' }] })
    await between(legal, finance, { ...day(2), items: [{ documentNumber: '100%' }] })
    const document = (search: string) => found(ana, { search, type: 'document' })

    const cases: [string, string[]][] = [
      ['ofício', ['OFICIOX77', 'Ofício_77/2026']],
      ['oficio_7', ['Ofício_77/2026']],
      ['%', ['100%']],
      ['_', ['Ofício_77/2026']],
      ['7', ['OFICIOX77', '7', 'Ofício_77/2026']],
      ...['nada', '\\', 'x\u0000y', 'a'.repeat(5000), "' or 1=1 --", '🙂🙂🙂'].map((text): [string, []] => [text, []]),
    ]
    for (const [search, expected] of cases) expect(await document(search), search).toEqual(expected)
  })

  // proves 17.20
  it('finds items by a part of their type or their description', async () => {
    const { ana, admin, contract, invoice, finance, legal, health, between, found } = await archive()
    for (const [n, from, to, type] of [
      [1, finance, legal, contract],
      [3, legal, finance, contract],
      [2, finance, finance, contract],
      [4, health, legal, contract],
      [5, finance, legal, invoice],
    ] as const) {
      const described = type === invoice && { description: 'Chave do cofre São Luís', reason: 'Vistoria' }
      await between(from, to, { ...day(n), items: [{ documentNumber: `d${n}`, itemTypeId: type.id, ...described }] })
    }
    for (const [user, search, department, expected] of [
      [ana, 'prestacao', undefined, 'd3 d2 d1'],
      [admin, 'CONTRATO', undefined, 'd4 d3 d2 d1'],
      [ana, '100%', undefined, 'd5'],
      [ana, 'd3', undefined, ''],
      [ana, 'cofre sao luis', legal.id, 'd5'],
      [ana, 'ís', undefined, 'd5'],
      [ana, 'cofre', health.id, ''],
      [ana, 'vistoria', undefined, ''],
      [ana, 'o', legal.id, 'd5 d3 d1'],
      [ana, 'o', health.id, ''],
      [admin, 'o', health.id, 'd4'],
    ] as const) {
      const query = { search, type: 'item', ...(department && { department }) }
      expect((await found(user, query)).join(' '), search).toBe(expected)
    }
  })

  // proves 7.6.2, 12.9
  it('filters by status, category, department and days', async () => {
    const { db, ana, legal, health, finance, contract, between, found } = await archive()
    const category = await buildCategory(db)
    const item = (documentNumber: string, fields = {}) => ({ documentNumber, itemTypeId: contract.id, ...fields })
    await between(finance, legal, { ...day(1), items: [item('sent', { categoryId: category.id })] })
    await between(finance, legal, {
      ...day(2),
      status: 'Em andamento',
      items: [item('received'), item('returned', { status: 'retornado' }), item('dropped', { status: 'cancelado' })],
    })
    await between(health, finance, { ...day(3), status: 'Concluído', items: [item('completed')] })
    await between(health, finance, { ...day(4), status: 'Cancelado', items: [item('cancelled')] })
    // 22:30 on May 4th in São Paulo.
    await between(health, finance, { createdAt: '2026-05-05T01:30:00Z', items: [item('late')] })

    for (const query of [
      { search: 'contrato', type: 'item' },
      { search: 'e', type: 'document' },
    ]) {
      expect(await found(ana, { ...query, status: 'Pendente' })).toEqual(['late', 'sent'])
      expect(await found(ana, { ...query, status: 'Em andamento' })).toEqual(['received', 'returned'])
      expect(await found(ana, { ...query, status: 'Concluído' })).toEqual(['completed'])
      const cancelled = await found(ana, { ...query, status: 'Cancelado' })
      expect(cancelled).toEqual(['cancelled', 'dropped'])
      expect(await found(ana, { ...query, category: category.id })).toEqual(['sent'])
      expect(await found(ana, { ...query, department: health.id, status: 'Todos' })).toEqual([
        'late',
        'cancelled',
        'completed',
      ])
      const may4 = { startDate: '2026-05-04', endDate: '2026-05-04' }
      expect(await found(ana, { ...query, ...may4 })).toEqual(['late', 'cancelled'])
      expect(await found(ana, { ...query, startDate: '9999-01-01' })).toEqual([])
    }
  })

  // proves 2.10.5
  it('shows at most 50 and says that there are others', async () => {
    const { db, ana, contract, finance, legal, between, track } = await archive()
    const { id } = await between(finance, legal, { items: [] })
    const rows = Array.from({ length: 51 }, (_, index) => ({
      protocolId: id,
      position: index + 1,
      documentNumber: `NUM-${index + 1}`,
      itemTypeId: contract.id,
    }))
    await db.insertInto('items').values(rows.slice(0, 50)).execute()
    const searches: Query[] = [
      { search: id },
      { search: 'num-', type: 'document' },
      { search: 'nu', type: 'document' },
      { search: 'contrato', type: 'item' },
    ]
    for (const query of searches) expect(await track(ana, query)).toMatchObject({ has_more: false })
    await db.insertInto('items').values(rows.slice(50)).execute()
    for (const query of searches) {
      const { data, has_more } = await track(ana, query)
      expect([data.length, has_more]).toEqual([50, true])
    }
    expect((await track(ana, { search: id })).data[0]?.document_number).toBe('NUM-1')
  })

  it('refuses filters that make no sense, each at its name', async () => {
    const { as, db } = await testApp()
    const query = 'status=Perdido&type=nada&department=abc&category=-1&startDate=2026-13-01&endDate=ontem'
    const reply = await as(await buildUser(db)).get(`/api/tracking?search=x&${query}`)
    expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([
      400,
      [...new URLSearchParams(query).keys()].sort(),
    ])
  })

  // proves 3.21
  it('tells the whole story of an item, from the creation to its return', async () => {
    const organisation = await testOrganisation({ now: '2026-11-19T12:00:00Z' })
    const { as, clock, sender, manager, recipient, returning, supplier, origin, destination, itemType } = organisation
    const item = { item_type_id: itemType.id, category_id: returning.id, reason: 'Assinatura' }
    const { body: created } = await as(sender).post(
      '/api/protocols',
      organisation.form({
        requires_return: true,
        items: [
          { ...item, document_number: '101/2026', supplier_id: supplier.id },
          { ...item, document_number: '102/2026' },
        ],
      }),
    )
    const id = created.protocol_id as number
    const tracked = async () => {
      const reply = await as(recipient).get(`/api/tracking?search=${id}&type=protocol`)
      expect(reply.status).toBe(200)
      return reply.body.data[0]
    }
    const steps = (item: { timeline: { action: string; status: string }[] }) =>
      item.timeline.map(({ action, status }) => `${action}: ${status}`)

    const sent = await tracked()
    expect(sent).toMatchObject({
      ...{ protocol_id: id, document_number: '101/2026', item_type: itemType.name, supplier: supplier.companyName },
      ...{ category: returning.name, category_color: null, responsible: null, custody: 'origin' },
      current_status: 'Pendente',
      current_location: `${origin.name} (aguardando recebimento em ${destination.name})`,
      ...{ created_at: '2026-11-19T12:00:00.000Z', updated_at: '2026-11-19T12:00:00.000Z', received_at: null },
      ...{ origin_department: origin.name, destination_department: destination.name },
      ...{ requires_return: true, return_date: '2026-11-27' },
    })
    expect(steps(sent)).toEqual([
      'Protocolo criado: current',
      'Recebimento: pending',
      'Retorno até 27/11/2026: pending',
      'Conclusão: pending',
    ])
    expect(sent.timeline[0]).toEqual({
      id: 'created',
      action: 'Protocolo criado',
      description: `Enviado de ${origin.name} para ${destination.name}`,
      user: sender.name,
      department: origin.name,
      date: '2026-11-19T12:00:00.000Z',
      status: 'current',
    })

    const later = async (path: string, user: { id: number }, body?: object, verb: 'post' | 'put' = 'post') => {
      clock.advance(3_600_000)
      const reply = await as(user)[verb](path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    await later(`/api/protocols/${id}/receive`, manager)
    await later(`/api/protocols/items/${sent.id}/assign`, manager, { userId: recipient.id }, 'put')
    const comment = await as(sender).post(`/api/protocols/${id}/comments`, { text: 'Tudo certo?' })
    expect(comment.status).toBe(201)
    const held = await tracked()
    expect(held).toMatchObject({
      ...{ current_status: 'Em andamento', current_location: destination.name, custody: 'destination' },
      ...{ responsible: recipient.name, received_at: '2026-11-19T13:00:00.000Z' },
      updated_at: '2026-11-19T14:00:00.000Z',
    })
    expect(steps(held)).toEqual([
      'Protocolo criado: completed',
      'Protocolo recebido: completed',
      'Usuário atribuído: current',
      'Retorno até 27/11/2026: pending',
      'Conclusão: pending',
    ])

    await later(`/api/protocols/items/${sent.id}/return`, recipient)
    const returned = await tracked()
    expect(returned).toMatchObject({ current_status: 'Retornado', current_location: origin.name, custody: 'origin' })
    expect(returned.timeline.at(-2)).toMatchObject({
      action: 'Item retornado',
      user: recipient.name,
      department: destination.name,
      date: '2026-11-19T15:00:00.000Z',
      status: 'current',
    })

    // Settling the other item does not settle this one.
    const { body } = await as(sender).get(`/api/tracking?search=102/2026&type=document`)
    await later(`/api/protocols/items/${body.data[0].id}/cancel`, sender, { reason: 'Duplicado' })
    await later(`/api/protocols/${id}/complete`, sender)
    const completed = await tracked()
    expect(completed).toMatchObject({ current_status: 'Concluído', current_location: origin.name })
    expect(steps(completed)).toEqual([
      'Protocolo criado: completed',
      'Protocolo recebido: completed',
      'Usuário atribuído: completed',
      'Item retornado: completed',
      'Protocolo concluído: completed',
    ])
    const { body: other } = await as(sender).get(`/api/tracking?search=102/2026&type=document`)
    expect(steps(other.data[0])).toEqual([
      'Protocolo criado: completed',
      'Protocolo recebido: completed',
      'Item cancelado: completed',
    ])
  })
})
