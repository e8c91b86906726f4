import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildManager, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { custody } from '../../test/organisation.ts'

let test: Awaited<ReturnType<typeof custody>>
let carla: { id: number; name: string }

beforeEach(async () => {
  test = await custody({ now: '2026-11-20T15:00:00Z' })
  carla = await buildUser(test.db, { departmentId: test.destination.id, name: 'Carla Dias' })
})

const { inProgress, pending } = protocolStatus

/** Item ids of a new protocol addressed to the department of these tests. */
const itemsOf = async (fields: ProtocolFields) =>
  (await buildProtocol(test.db, { destinationDepartmentId: test.destination.id, ...fields })).items.map(
    ({ id }) => id,
  ) as [number, ...number[]]

const done = 'Item retornado com sucesso!'
const missing = 'Item não encontrado'

describe('bulk return', () => {
  const bulkReturn = (who: { id: number }, itemIds: unknown) =>
    test.as(who).post('/api/protocols/items/bulk-return', { itemIds })

  // proves 4.16, 7.4.11, 12.18
  it('returns what a Gestor may and says of every other item why not, in the order asked', async () => {
    const items = [{ responsibleId: test.recipient.id }, {}]
    const [mine, unassigned = 0] = await itemsOf({ status: inProgress, items })
    const [elsewhere] = await itemsOf({ status: inProgress, items: [{ responsibleId: test.responsible.id }] })
    const [back] = await itemsOf({ status: inProgress, items: [{ status: itemStatus.returned }] })
    const invisible = (await buildProtocol(test.db, { status: inProgress })).items[0]?.id

    const reply = await bulkReturn(test.manager, [elsewhere, 2_000_000_000, mine, invisible, unassigned, mine, back])

    expect(reply.status).toBe(200)
    expect(reply.body.results).toEqual({
      success: [
        { id: elsewhere, message: done },
        { id: mine, message: done },
      ],
      errors: [
        { id: 2_000_000_000, message: missing },
        { id: invisible, message: missing },
        { id: unassigned, message: 'Este item ainda não tem um usuário responsável' },
        { id: back, message: 'Este item já foi retornado' },
      ],
    })
    for (const id of [mine, elsewhere]) {
      expect(await test.stateOf(id)).toMatchObject({ status: itemStatus.returned, returnedBy: test.manager.id })
    }
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

describe('bulk assignment', () => {
  const bulkAssign = (who: { id: number }, body: object) => test.as(who).put('/api/protocols/items/bulk-assign', body)

  // proves 2.6.9, 7.4.11
  it('gives the unassigned items to one person and leaves the others', async () => {
    const [open, taken = 0] = await itemsOf({ status: pending, items: [{}, { responsibleId: test.responsible.id }] })
    const [received] = await itemsOf({ status: inProgress })

    const itemIds = [open, taken, received, 2_000_000_000]
    const reply = await bulkAssign(test.manager, { itemIds, userId: test.recipient.id })

    expect(reply.status).toBe(200)
    const assigned = `Usuário ${test.recipient.name} atribuído com sucesso!`
    expect(reply.body).toEqual({
      assigned_user: { id: test.recipient.id, name: test.recipient.name },
      results: {
        success: [
          { id: open, message: assigned },
          { id: received, message: assigned },
        ],
        errors: [
          { id: taken, message: 'Este item já possui um usuário atribuído' },
          { id: 2_000_000_000, message: missing },
        ],
      },
    })
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

const idsOf = (...protocols: { items: { id: number }[] }[]) =>
  protocols.flatMap(({ items }) => items.map(({ id }) => id))

/** The texts without the types of the items, which differ between runs. */
const plain = (text: string | undefined) => text?.replace(/ \(Tipo.*?\)/g, '')

/** The step of an item's timeline for an action. */
async function stepOf(document: string, named: string) {
  const { data } = (await test.as(test.manager).get(`/api/tracking?type=document&search=${document}`)).body
  return data[0].timeline.find(({ action }: { action: string }) => action === named)
}

describe('one due date for several items', () => {
  const postpone = (itemIds: unknown, returnDate: unknown = '2026-12-01', reason: unknown = 'Férias') =>
    test
      .as(test.sender)
      .post('/api/protocols/items/bulk-due-date', { item_ids: itemIds, return_date: returnDate, reason })

  // proves 17.3, 17.24
  it('is one line of the history per protocol and one notice per person', async () => {
    const two = await test.send({
      items: [
        { documentNumber: 'A-1', responsibleId: test.recipient.id, returnDate: '2026-11-15' },
        { documentNumber: 'A-2', responsibleId: carla.id, returnDate: null },
      ],
    })
    const one = await test.send({ items: [{ documentNumber: 'B-1', responsibleId: test.recipient.id }, {}] })
    const { body } = await postpone(idsOf(two, one))

    const done = 'Prazo alterado com sucesso!'
    expect(body.results).toEqual({ success: idsOf(two, one).map((id) => ({ id, message: done })), errors: [] })
    const [line, ...others] = await test.historyOf(two.id)
    expect(others).toEqual([])
    expect(line).toMatchObject({ action: 'Prazo alterado', itemId: null, createdBy: test.sender.id })
    expect(plain(line?.description)).toBe(
      'Prazo de 2 itens alterado para 01/12/2026 por Ana Lima: Item A-1, antes 15/11/2026; Item A-2, antes sem prazo. Motivo: Férias',
    )
    expect(plain((await stepOf('A-1', 'Prazo alterado')).description)).toBe(
      'Item A-1: prazo alterado de 15/11/2026 para 01/12/2026 por Ana Lima. Motivo: Férias',
    )
    expect((await stepOf('A-2', 'Prazo alterado')).description).toContain('prazo definido para 01/12/2026')

    const [told, ...more] = await test.noticesTo(test.recipient)
    expect(more).toEqual([])
    expect(told).toMatchObject({ type: 'item_return', title: 'Prazo de 2 itens alterado', protocolId: null })
    expect(plain(told?.message)).toBe(
      `Ana Lima alterou para 01/12/2026 o prazo de 2 itens de 2 protocolos:\nProtocolo #${two.id}: Item A-1\nProtocolo #${one.id}: Item B-1\nMotivo: Férias\nVocê recebeu este aviso porque responde por isso.`,
    )
    expect(await test.noticesTo(carla)).toMatchObject([{ protocolId: two.id, itemId: idsOf(two)[1] }])
    // The Gestor hears only of the item that nobody is responsible for.
    expect(await test.noticesTo(test.manager)).toMatchObject([{ protocolId: one.id, itemId: idsOf(one)[1] }])

    const rows = await test.db.selectFrom('items').selectAll().where('id', 'in', idsOf(two)).orderBy('id').execute()
    expect(rows).toMatchObject([
      { returnDate: '2026-12-01', originalReturnDate: '2026-11-15' },
      { returnDate: '2026-12-01', originalReturnDate: null },
    ])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 17.8, 17.23
  it('refuses a day gone by as a whole, and per item what only that item refuses', async () => {
    const later = await test.send({ items: [{ returnDate: '2026-12-01' }, {}] })
    const returned = await test.send({ items: [{ status: itemStatus.returned }] })
    const past = await postpone(idsOf(later), '2026-11-19')
    expect([past.status, past.body.errors]).toEqual([400, { return_date: 'A data deve ser hoje ou posterior.' }])
    const nonsense = await postpone(idsOf(later), 'amanhã', '')
    expect([nonsense.status, Object.keys(nonsense.body.errors)]).toEqual([400, ['return_date', 'reason']])

    const { body } = await postpone([...idsOf(later, returned), 2_000_000_000])
    expect(body.results.success.map(({ id }: { id: number }) => id)).toEqual([idsOf(later)[1]])
    expect(body.results.errors).toEqual([
      { id: idsOf(later)[0], message: 'O novo prazo deve ser posterior a 01/12/2026' },
      { id: idsOf(returned)[0], message: 'Este item já foi retornado' },
      { id: 2_000_000_000, message: 'Item não encontrado' },
    ])
  })
})

describe('the transfer of several items', () => {
  // proves 17.23
  it('by a Gestor of the origin is refused item by item, as it is for one', async () => {
    const itemIds = idsOf(await test.send({ items: [{ responsibleId: test.recipient.id }, {}] }))
    const gestor = test.as(await buildManager(test.db, { departmentId: test.origin.id }))
    const { status, body } = await gestor.post('/api/protocols/items/bulk-transfer', {
      ...{ item_ids: itemIds, newUserId: carla.id },
    })
    const message = 'Apenas gestores do departamento de destino podem tramitar itens'
    expect([status, body.results]).toEqual([200, { success: [], errors: itemIds.map((id) => ({ id, message })) }])
  })

  const transfer = (itemIds: unknown) =>
    test.as(test.manager).post('/api/protocols/items/bulk-transfer', { item_ids: itemIds, newUserId: carla.id })

  // proves 17.24
  it('is one line of the history per protocol and one notice for each side', async () => {
    const two = await test.send({
      items: [
        { documentNumber: 'A-1', responsibleId: test.recipient.id },
        { documentNumber: 'A-2', responsibleId: test.recipient.id },
      ],
    })
    const mixed = await test.send({ items: [{ responsibleId: test.recipient.id }, { responsibleId: carla.id }, {}] })
    const [third, hers, nobodys] = idsOf(mixed)
    const { body } = await transfer(idsOf(two, mixed))

    const done = 'Item tramitado com sucesso para Carla Dias!'
    expect(body).toEqual({
      results: {
        success: [...idsOf(two), third].map((id) => ({ id, message: done })),
        errors: [
          { id: hers, message: 'Este usuário já é o responsável pelo item' },
          { id: nobodys, message: 'Este item ainda não tem um usuário responsável' },
        ],
      },
    })
    const [line, ...others] = await test.historyOf(two.id)
    expect(others).toEqual([])
    expect(line?.action).toBe('Item tramitado')
    expect(plain(line?.description)).toBe(
      '2 itens tramitados para Carla Dias por Davi Reis: Item A-1, de Bruno Sá; Item A-2, de Bruno Sá',
    )
    expect(plain((await stepOf('A-2', 'Item tramitado')).description)).toBe(
      'Item A-2 tramitado de Bruno Sá para Carla Dias por Davi Reis',
    )
    expect(await test.noticesTo(carla)).toMatchObject([{ title: '3 itens tramitados para você', protocolId: two.id }])
    expect(await test.noticesTo(test.recipient)).toMatchObject([{ title: '3 itens tramitados para outra pessoa' }])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

describe('the confirmation of several items', () => {
  const complete = (itemIds: unknown) =>
    test.as(test.sender).post('/api/protocols/items/bulk-complete', { item_ids: itemIds })

  it('is one line of the history per protocol and one notice per person', async () => {
    const status = itemStatus.returned
    const two = await test.send({
      items: [
        { documentNumber: 'A-1', status, responsibleId: test.recipient.id },
        { documentNumber: 'A-2', status, responsibleId: carla.id },
      ],
    })
    const one = await test.send({ items: [{ status, responsibleId: test.recipient.id }, {}] })
    const { body } = await complete(idsOf(two, one))

    const [returned, out] = idsOf(one)
    const done = 'Item concluído com sucesso!'
    expect(body.results).toEqual({
      success: [...idsOf(two), returned].map((id) => ({ id, message: done })),
      errors: [{ id: out, message: 'Apenas itens retornados podem ser concluídos' }],
    })
    const [line, ...others] = await test.historyOf(two.id)
    expect(others).toEqual([])
    expect(line?.action).toBe('Item concluído')
    expect(plain(line?.description)).toMatch(/^2 itens concluídos por Ana Lima em .+: Item A-1; Item A-2$/)
    expect((await stepOf('A-1', 'Item concluído')).description).toMatch(/^Item A-1 .*concluído por Ana Lima/)
    expect(await test.noticesTo(test.recipient)).toMatchObject([
      { type: 'item_completed', title: '2 itens concluídos' },
    ])
    expect(await test.noticesTo(carla)).toMatchObject([{ title: 'Item concluído', itemId: idsOf(two)[1] }])
    expect(await test.noticesTo(test.manager)).toMatchObject([{ title: '3 itens concluídos', protocolId: two.id }])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })
})

describe('the bulk acts', () => {
  const people = { gestor: () => test.manager, origin: () => test.sender, user: () => test.recipient }
  const none = { itemIds: [] }
  const nobody = 'O responsável deve ser um usuário ativo do departamento de destino'
  // proves 5.4.6, 6.5, 17.23
  it.each<[string, keyof typeof people, () => object, number, object]>([
    ['bulk-return', 'gestor', () => none, 400, { itemIds: 'Selecione pelo menos um item para retornar.' }],
    ['bulk-return', 'gestor', () => ({}), 400, { itemIds: 'Selecione pelo menos um item para retornar.' }],
    ['bulk-complete', 'origin', () => none, 400, { item_ids: 'Selecione pelo menos um item para concluir.' }],
    [
      'bulk-transfer',
      'gestor',
      () => ({ newUserId: 1 }),
      400,
      { item_ids: 'Selecione pelo menos um item para tramitar.' },
    ],
    // Whoever may not act hears that before anything about the body.
    ['bulk-assign', 'user', () => none, 403, {}],
    ['bulk-transfer', 'user', () => none, 403, {}],
    ['bulk-assign', 'gestor', () => ({ itemIds: [1] }), 400, { userId: 'Por favor, selecione um usuário' }],
    ['bulk-assign', 'gestor', () => ({ itemIds: [1], userId: test.sender.id }), 400, { userId: nobody }],
    ['bulk-transfer', 'gestor', () => ({ item_ids: [2e9], newUserId: test.sender.id }), 200, {}],
  ])('%s by the %s refuses a body without items or person: %#', async (act, who, body, status, errors) => {
    const client = test.as(people[who]())
    const reply = await client[act === 'bulk-assign' ? 'put' : 'post'](`/api/protocols/items/${act}`, body())
    expect([reply.status, reply.body.errors ?? {}]).toEqual([status, errors])
  })

  // proves 17.3, 17.25
  it('of the contract tell each person once, of all protocols, in one line of the history per protocol', async () => {
    const protocols = [
      await test.send({ items: [{ documentNumber: 'A-1' }, { documentNumber: 'A-2' }] }),
      await test.send({ items: [{ documentNumber: 'B-1' }] }),
    ]
    const itemIds = idsOf(...protocols)
    await test.as(test.manager).put('/api/protocols/items/bulk-assign', { itemIds, userId: test.recipient.id })
    await test.as(test.recipient).post('/api/protocols/items/bulk-return', { itemIds })

    const [first, second] = protocols.map(({ id }) => id)
    const lines = (await test.historyOf(first ?? 0)).map(({ action, description, itemId }) => [
      ...[action, plain(description), itemId],
    ])
    const to = `de ${test.destination.name} para ${test.origin.name}`
    expect(lines).toEqual([
      ['Usuário atribuído', '2 itens atribuídos a Bruno Sá por Davi Reis: Item A-1; Item A-2', null],
      ['Item retornado', `2 itens retornados por Bruno Sá, ${to}: Item A-1; Item A-2`, null],
    ])
    const [assigned, ...others] = await test.noticesTo(test.recipient)
    expect(others).toEqual([])
    expect(assigned).toMatchObject({ title: '3 itens atribuídos a você', protocolId: first, itemId: null })
    expect(plain(assigned?.message)).toContain(
      `Davi Reis atribuiu a você, de 2 protocolos:\nProtocolo #${first}: Item A-1; Item A-2\nProtocolo #${second}: Item B-1\n`,
    )
    const [returned, ...more] = await test.noticesTo(test.sender)
    expect(more).toEqual([])
    expect(returned).toMatchObject({ title: '3 itens retornados', protocolId: first })
  })
})
