import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { buildDepartment, buildManager, buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'

let test: TestApp
let ends: { originDepartmentId: number; destinationDepartmentId: number }
let sender: { id: number }
let gestor: { id: number }
let bruno: { id: number; name: string }
let carla: { id: number; name: string }

beforeEach(async () => {
  test = await testApp({ now: '2026-11-20T15:00:00Z' })
  const origin = await buildDepartment(test.db)
  const destination = await buildDepartment(test.db)
  ends = { originDepartmentId: origin.id, destinationDepartmentId: destination.id }
  sender = await buildUser(test.db, { departmentId: origin.id, name: 'Ana Lima' })
  gestor = await buildManager(test.db, { departmentId: destination.id, name: 'Davi Reis' })
  bruno = await buildUser(test.db, { departmentId: destination.id, name: 'Bruno Sá' })
  carla = await buildUser(test.db, { departmentId: destination.id, name: 'Carla Dias' })
})

const protocolWith = (fields: ProtocolFields = {}) =>
  buildProtocol(test.db, {
    ...ends,
    createdBy: sender.id,
    status: protocolStatus.inProgress,
    createdAt: '2026-11-10T15:00:00Z',
    ...fields,
  })

const idsOf = (...protocols: { items: { id: number }[] }[]) =>
  protocols.flatMap(({ items }) => items.map(({ id }) => id))

const noticesTo = (user: { id: number }) =>
  test.db.selectFrom('notifications').selectAll().where('userId', '=', user.id).orderBy('id').execute()

const historyOf = (protocolId: number) =>
  test.db.selectFrom('history').selectAll().where('protocolId', '=', protocolId).orderBy('id').execute()

/** The texts without the types of the items, which differ between runs. */
const plain = (text: string | undefined) => text?.replace(/ \(Tipo.*?\)/g, '')

/** The step of an item's timeline for an action. */
async function stepOf(document: string, named: string) {
  const { data } = (await test.as(gestor).get(`/api/tracking?type=document&search=${document}`)).body
  return data[0].timeline.find(({ action }: { action: string }) => action === named)
}

describe('one due date for several items', () => {
  const postpone = (itemIds: unknown, returnDate: unknown = '2026-12-01', reason: unknown = 'Férias') =>
    test.as(sender).post('/api/protocols/items/bulk-due-date', { item_ids: itemIds, return_date: returnDate, reason })

  // proves 17.3, 17.24
  it('is one line of the history per protocol and one notice per person', async () => {
    const two = await protocolWith({
      items: [
        { documentNumber: 'A-1', responsibleId: bruno.id, returnDate: '2026-11-15' },
        { documentNumber: 'A-2', responsibleId: carla.id, returnDate: null },
      ],
    })
    const one = await protocolWith({ items: [{ documentNumber: 'B-1', responsibleId: bruno.id }, {}] })
    const { body } = await postpone(idsOf(two, one))

    const done = 'Prazo alterado com sucesso!'
    expect(body.results).toEqual({ success: idsOf(two, one).map((id) => ({ id, message: done })), errors: [] })
    const [line, ...others] = await historyOf(two.id)
    expect(others).toEqual([])
    expect(line).toMatchObject({ action: 'Prazo alterado', itemId: null, createdBy: sender.id })
    expect(plain(line?.description)).toBe(
      'Prazo de 2 itens alterado para 01/12/2026 por Ana Lima: Item A-1, antes 15/11/2026; Item A-2, antes sem prazo. Motivo: Férias',
    )
    expect(plain((await stepOf('A-1', 'Prazo alterado')).description)).toBe(
      'Item A-1: prazo alterado de 15/11/2026 para 01/12/2026 por Ana Lima. Motivo: Férias',
    )
    expect((await stepOf('A-2', 'Prazo alterado')).description).toContain('prazo definido para 01/12/2026')

    const [told, ...more] = await noticesTo(bruno)
    expect(more).toEqual([])
    expect(told).toMatchObject({ type: 'item_return', title: 'Prazo de 2 itens alterado', protocolId: null })
    expect(plain(told?.message)).toBe(
      `Ana Lima alterou para 01/12/2026 o prazo de 2 itens de 2 protocolos:\nProtocolo #${two.id}: Item A-1\nProtocolo #${one.id}: Item B-1\nMotivo: Férias\nVocê recebeu este aviso porque responde por isso.`,
    )
    expect(await noticesTo(carla)).toMatchObject([{ protocolId: two.id, itemId: idsOf(two)[1] }])
    // The Gestor hears only of the item that nobody is responsible for.
    expect(await noticesTo(gestor)).toMatchObject([{ protocolId: one.id, itemId: idsOf(one)[1] }])

    const rows = await test.db.selectFrom('items').selectAll().where('id', 'in', idsOf(two)).orderBy('id').execute()
    expect(rows).toMatchObject([
      { returnDate: '2026-12-01', originalReturnDate: '2026-11-15' },
      { returnDate: '2026-12-01', originalReturnDate: null },
    ])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 17.8, 17.23
  it('refuses a day gone by as a whole, and per item what only that item refuses', async () => {
    const later = await protocolWith({ items: [{ returnDate: '2026-12-01' }, {}] })
    const returned = await protocolWith({ items: [{ status: itemStatus.returned }] })
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
  const transfer = (itemIds: unknown, newUserId: unknown = carla.id, who = gestor) =>
    test.as(who).post('/api/protocols/items/bulk-transfer', { item_ids: itemIds, newUserId })

  // proves 17.24
  it('is one line of the history per protocol and one notice for each side', async () => {
    const two = await protocolWith({
      items: [
        { documentNumber: 'A-1', responsibleId: bruno.id },
        { documentNumber: 'A-2', responsibleId: bruno.id },
      ],
    })
    const mixed = await protocolWith({ items: [{ responsibleId: bruno.id }, { responsibleId: carla.id }, {}] })
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
    const [line, ...others] = await historyOf(two.id)
    expect(others).toEqual([])
    expect(line?.action).toBe('Item tramitado')
    expect(plain(line?.description)).toBe(
      '2 itens tramitados para Carla Dias por Davi Reis: Item A-1, de Bruno Sá; Item A-2, de Bruno Sá',
    )
    expect(plain((await stepOf('A-2', 'Item tramitado')).description)).toBe(
      'Item A-2 tramitado de Bruno Sá para Carla Dias por Davi Reis',
    )
    expect(await noticesTo(carla)).toMatchObject([{ title: '3 itens tramitados para você', protocolId: two.id }])
    expect(await noticesTo(bruno)).toMatchObject([{ title: '3 itens tramitados para outra pessoa' }])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 17.23
  it('is for Gestores, who hear it before anything else, and wants an active person of the department', async () => {
    const refused = await test.as(bruno).post('/api/protocols/items/bulk-transfer', { nonsense: true })
    expect([refused.status, refused.body.message]).toEqual([403, 'Apenas gestores podem tramitar itens'])
    const ids = idsOf(await protocolWith({ items: [{ responsibleId: bruno.id }] }))
    const elsewhere = await transfer(ids, sender.id)
    expect([elsewhere.status, elsewhere.body.errors]).toEqual([
      400,
      { newUserId: 'O responsável deve ser um usuário ativo do departamento de destino' },
    ])
    expect((await transfer([])).body.errors).toEqual({
      item_ids: 'Selecione pelo menos um item para tramitar.',
    })
  })
})

describe('the confirmation of several items', () => {
  const complete = (itemIds: unknown, who: { id: number } = sender) =>
    test.as(who).post('/api/protocols/items/bulk-complete', { item_ids: itemIds })

  it('is one line of the history per protocol and one notice per person', async () => {
    const status = itemStatus.returned
    const two = await protocolWith({
      items: [
        { documentNumber: 'A-1', status, responsibleId: bruno.id },
        { documentNumber: 'A-2', status, responsibleId: carla.id },
      ],
    })
    const one = await protocolWith({ items: [{ status, responsibleId: bruno.id }, {}] })
    const { body } = await complete(idsOf(two, one))

    const [returned, out] = idsOf(one)
    const done = 'Item concluído com sucesso!'
    expect(body.results).toEqual({
      success: [...idsOf(two), returned].map((id) => ({ id, message: done })),
      errors: [{ id: out, message: 'Apenas itens retornados podem ser concluídos' }],
    })
    const [line, ...others] = await historyOf(two.id)
    expect(others).toEqual([])
    expect(line?.action).toBe('Item concluído')
    expect(plain(line?.description)).toMatch(/^2 itens concluídos por Ana Lima em .+: Item A-1; Item A-2$/)
    expect((await stepOf('A-1', 'Item concluído')).description).toMatch(/^Item A-1 .*concluído por Ana Lima/)
    expect(await noticesTo(bruno)).toMatchObject([{ type: 'item_completed', title: '2 itens concluídos' }])
    expect(await noticesTo(carla)).toMatchObject([{ title: 'Item concluído', itemId: idsOf(two)[1] }])
    expect(await noticesTo(gestor)).toMatchObject([{ title: '3 itens concluídos', protocolId: two.id }])
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  it('asks for at least one item', async () => {
    expect((await complete([])).body.errors).toEqual({ item_ids: 'Selecione pelo menos um item para concluir.' })
  })
})

describe('the contract’s bulk actions', () => {
  // proves 17.25
  it('tell each person once, of all protocols', async () => {
    const protocols = [
      await protocolWith({ items: [{ documentNumber: 'A-1' }, { documentNumber: 'A-2' }] }),
      await protocolWith({ items: [{ documentNumber: 'B-1' }] }),
    ]
    const itemIds = idsOf(...protocols)
    await test.as(gestor).put('/api/protocols/items/bulk-assign', { itemIds, userId: bruno.id })
    await test.as(bruno).post('/api/protocols/items/bulk-return', { itemIds })

    const [first, second] = protocols.map(({ id }) => id)
    const [assigned, ...others] = await noticesTo(bruno)
    expect(others).toEqual([])
    expect(assigned).toMatchObject({ title: '3 itens atribuídos a você', protocolId: first, itemId: null })
    expect(plain(assigned?.message)).toContain(
      `Davi Reis atribuiu a você, de 2 protocolos:\nProtocolo #${first}: Item A-1; Item A-2\nProtocolo #${second}: Item B-1\n`,
    )
    const [returned, ...more] = await noticesTo(sender)
    expect(more).toEqual([])
    expect(returned).toMatchObject({ title: '3 itens retornados', protocolId: first })
  })

  it('keep a notice of what was done before a protocol failed', async () => {
    const done = await protocolWith({ items: [{ responsibleId: bruno.id }] })
    const refused = await protocolWith({ items: [{ responsibleId: bruno.id, returnDate: null }] })
    await test.as(gestor).post('/api/protocols/items/bulk-return', { itemIds: idsOf(done, refused) })
    expect(await noticesTo(sender)).toMatchObject([{ title: 'Item retornado', protocolId: done.id }])
  })
})
