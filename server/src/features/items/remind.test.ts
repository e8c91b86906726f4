import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildProtocol, buildUser, type ProtocolFields } from '../../test/builders.ts'
import { custody } from '../../test/organisation.ts'

// 20/11/2026 23:30 in São Paulo, although it is the 21st in UTC.
const night = '2026-11-21T02:30:00Z'

let test: Awaited<ReturnType<typeof custody>>
let colleague: { id: number }

beforeEach(async () => {
  test = await custody({ now: night })
  colleague = await buildUser(test.db, { departmentId: test.origin.id })
})

const { pending } = protocolStatus

const protocolWith = (fields: ProtocolFields = {}) =>
  test.send({ createdAt: '2026-11-10T15:00:00Z', items: [{ responsibleId: test.responsible.id }], ...fields })

const remind = (itemIds: unknown, message?: unknown, who: { id: number } = test.sender) =>
  test.as(who).post('/api/returns/remind', { item_ids: itemIds, message })

const idsOf = (...protocols: { items: { id: number }[] }[]) =>
  protocols.flatMap(({ items }) => items.map(({ id }) => id))

describe('asking for items back', () => {
  // proves 17.2, 17.21
  it('asks once a day, in the organisation’s day, and everybody sees who did', async () => {
    const protocol = await protocolWith()
    const [id] = idsOf(protocol)
    expect((await remind([id])).body).toEqual({ results: { success: [id], errors: [] } })

    const again = { id, message: 'Já cobrado hoje por Ana Lima.' }
    expect((await remind([id], 'De novo', colleague)).body.results).toEqual({ success: [], errors: [again] })
    const detail = (await test.as(test.manager).get(`/api/protocols/${protocol.id}`)).body
    expect(detail.items[0]).toMatchObject({ reminded_at: '2026-11-21T02:30:00.000Z', reminded_by: 'Ana Lima' })
    const { data } = (await test.as(test.responsible).get('/api/returns')).body
    expect(data[0]).toMatchObject({ reminded_at: '2026-11-21T02:30:00.000Z', reminded_by: 'Ana Lima' })

    test.clock.set('2026-11-21T03:00:00Z')
    expect((await remind([id], null, colleague)).body.results.success).toEqual([id])
    expect(await test.historyOf(protocol.id)).toHaveLength(2)
    expect(await findBrokenInvariants(test.db)).toEqual([])
  })

  // proves 21.56
  it('leads those who are asked to exactly these items, and nobody else', async () => {
    const items = [{ documentNumber: 'N-1' }, { documentNumber: 'N-2' }, { documentNumber: 'N-3' }]
    const [first, , third] = idsOf(
      await protocolWith({ items: items.map((one) => ({ ...one, responsibleId: test.responsible.id })) }),
    )
    await remind([first, third])
    const { notifications } = (await test.as(test.responsible).get(`/notifications/${test.responsible.id}`)).body
    expect(notifications[0]).toMatchObject({ items: 2 })
    const named = async (who: { id: number }, more = '') => {
      const { data, meta } = (await test.as(who).get(`/api/returns?status=all&notice=${notifications[0].id}${more}`))
        .body
      expect(meta.total).toBe(data.length)
      return data.map(({ id }: { id: number }) => id)
    }
    expect(await named(test.responsible)).toEqual([first, third])
    expect(await named(test.responsible, '&search=N-3')).toEqual([third])
    expect(await named(test.sender)).toEqual([])
    await test.as(test.responsible).post(`/api/protocols/items/${first}/return`)
    expect(await named(test.responsible)).toEqual([third, first])
  })

  // proves 17.21
  it('says of each item why it is not asked for', async () => {
    const open = await protocolWith({
      items: [{ responsibleId: test.responsible.id }, { status: itemStatus.returned }],
    })
    const early = await protocolWith({ status: pending, items: [{ returnDate: null }] })
    const mine = await buildProtocol(test.db, { destinationDepartmentId: test.origin.id })
    const invisible = await buildProtocol(test.db)
    const [asked, returned] = idsOf(open)
    const asking = [invisible, mine, early]

    expect((await remind([])).body.errors).toEqual({ item_ids: 'Selecione pelo menos um item para cobrar.' })
    const { status, body } = await remind([2_000_000_000, ...idsOf(...asking), returned, asked, asked])

    expect(status).toBe(200)
    expect(body.results).toEqual({
      success: [...idsOf(early), asked],
      errors: [
        { id: 2_000_000_000, message: 'Item não encontrado' },
        { id: idsOf(invisible)[0], message: 'Item não encontrado' },
        { id: idsOf(mine)[0], message: 'Apenas usuários do departamento de origem podem cobrar este item' },
        { id: returned, message: 'Este item já foi retornado' },
      ],
    })
  })

  // proves 17.21
  it('asks once when two people ask at the same time', async () => {
    const protocols = [await protocolWith(), await protocolWith()]
    const ids = idsOf(...protocols)
    const replies = await Promise.all([remind(ids), remind(ids, null, colleague)])
    expect(replies.flatMap(({ body }) => body.results.success).toSorted()).toEqual(ids.toSorted())
    expect(replies.flatMap(({ body }) => body.results.errors)).toHaveLength(2)
    for (const { id } of protocols) expect(await test.historyOf(id)).toHaveLength(1)
  })

  // proves 17.21
  it('raises no version: a form that is open meanwhile can still be saved', async () => {
    const protocol = await protocolWith({ status: pending })
    await remind(idsOf(protocol))
    const edit = { remarks: 'Outras observações', version: protocol.version }
    expect((await test.as(test.sender).put(`/api/protocols/${protocol.id}`, edit)).status).toBe(200)
  })
})

describe('the history of a reminder', () => {
  // proves 17.22
  it('is one line per protocol, which names the items and quotes the message', async () => {
    const several = await protocolWith({ items: [{ documentNumber: 'A-1' }, { documentNumber: 'A-2' }] })
    const one = await protocolWith({ items: [{ documentNumber: 'B-1' }] })
    await remind(idsOf(several, one), 'Precisamos para a auditoria')

    const [line, ...others] = await test.historyOf(several.id)
    expect(others).toEqual([])
    expect(line).toMatchObject({ action: 'Devolução cobrada', itemId: null, createdBy: test.sender.id })
    expect(line?.description).toMatch(
      /^Ana Lima cobrou a devolução de 2 itens: Item A-1 \(.+\); Item A-2 \(.+\)\. Mensagem: “Precisamos para a auditoria”$/,
    )
    expect((await test.historyOf(one.id))[0]).toMatchObject({ itemId: idsOf(one)[0] })

    const { data } = (await test.as(test.sender).get('/api/tracking?type=document&search=A-2')).body
    expect(data[0].timeline.map(({ action }: { action: string }) => action)).toContain('Devolução cobrada')
    const step = data[0].timeline.find(({ action }: { action: string }) => action === 'Devolução cobrada')
    expect(step.description).toMatch(/^Ana Lima cobrou a devolução do Item A-2 \(.+\)\. Mensagem: /)
  })
})

describe('the notices of a reminder', () => {
  // proves 17.22
  it('are one per person, over all protocols, with what, since when and the message', async () => {
    const item = { responsibleId: test.responsible.id, documentNumber: 'A-1', description: 'Pasta azul' }
    const received = await protocolWith({ items: [item] })
    const sent = await protocolWith({
      status: pending,
      items: [
        { responsibleId: test.responsible.id, documentNumber: 'B-1', returnDate: null },
        { documentNumber: 'B-2' },
      ],
    })
    await remind(idsOf(received, sent), 'Obrigada!')

    const [told, ...others] = await test.noticesTo(test.responsible)
    expect(others).toEqual([])
    expect(told).toMatchObject({
      type: 'item_return',
      title: 'Devolução de 2 itens cobrada',
      protocolId: null,
      itemId: null,
    })
    const lines = told?.message.split('\n').map((line) => line.replace(/ \(Tipo.*?\)/, ''))
    expect(lines).toEqual([
      'Ana Lima cobrou a devolução de 2 itens:',
      `Item A-1, Pasta azul, protocolo #${received.id}: recebido em 10/11/2026, prazo 17/11/2026`,
      `Item B-1, protocolo #${sent.id}: enviado em 10/11/2026, ainda não recebido`,
      'Mensagem: “Obrigada!”',
      'Você recebeu este aviso porque responde por isso.',
    ])
    // Nobody is responsible for the third item.
    expect(await test.noticesTo(test.manager)).toMatchObject([
      { title: 'Devolução cobrada', protocolId: sent.id, itemId: idsOf(sent)[1] },
    ])
    expect(await test.noticesTo(colleague)).toEqual([])
  })

  // proves 17.22
  it('go to the Gestores when the responsible person has left the department or the organisation', async () => {
    const gone = await buildUser(test.db, { departmentId: test.destination.id, isActive: false })
    const moved = await buildUser(test.db, { departmentId: test.origin.id })
    const protocol = await protocolWith({ items: [{ responsibleId: gone.id }, { responsibleId: moved.id }] })
    await remind(idsOf(protocol))
    expect(await test.noticesTo(test.manager)).toMatchObject([
      { title: 'Devolução de 2 itens cobrada', protocolId: protocol.id },
    ])
    expect(await test.noticesTo(moved)).toEqual([])
  })

  it('leave alone who does not want to know', async () => {
    await test.db.updateTable('users').set({ notifyItemReturn: false }).where('id', '=', test.responsible.id).execute()
    await remind(idsOf(await protocolWith()))
    expect(await test.noticesTo(test.responsible)).toEqual([])
  })
})
