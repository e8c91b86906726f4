import { beforeAll, describe, expect, it, vi } from 'vitest'
import { organisationBehindProxy } from '../../test/behind-proxy.ts'
import { buildAdmin, buildManager, buildProtocol, buildUser } from '../../test/builders.ts'
import { atCommit } from '../../test/fault-proxy.ts'
import { listen } from '../live/event-stream.test-setup.ts'
import { at, inOrder, requestOrganisation } from './requests.test-setup.ts'

/** `npm run bench` measures the delay of events; a busy computer must not fail this test. */
const soon = { timeout: 10_000, interval: 10 }

let organisation: Awaited<ReturnType<typeof requestOrganisation>>
beforeAll(async () => {
  organisation = await requestOrganisation()
})

describe('POST /api/protocols/items/{itemId}/extension-requests', () => {
  // proves 21.10, 21.12
  it('asks the origin, tells its people, and shows on the item', async () => {
    const { as, origin, destination, sender, responsible, originManager } = organisation
    const protocol = await organisation.send()
    const [first] = protocol.items
    const reply = await organisation.ask(responsible, first?.id, { reason: '  Falta uma assinatura ' })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    expect(reply.body).toEqual({
      ...{ id: expect.any(Number), protocol_id: protocol.id, item_id: first?.id },
      ...{ document_number: '1/26', item_type: expect.any(String), item_description: null },
      ...{ origin_department: origin.name, origin_department_id: origin.id },
      ...{ destination_department: destination.name, destination_department_id: destination.id },
      ...{ return_date: '2026-12-01', requested_date: '2026-12-10', reason: 'Falta uma assinatura', status: 'aberto' },
      ...{ asked_by: 'Maria Souza', asked_by_id: responsible.id, asked_at: at },
      ...{ decided_by: null, decided_at: null, granted_date: null, note: null },
    })

    const sentence = `Maria Souza pediu prazo até 10/12/2026 para o Item 1/26 (${reply.body.item_type}), cujo prazo é 01/12/2026. Motivo: “Falta uma assinatura”`
    expect(await organisation.historyOf(protocol.id)).toEqual([
      { action: 'Prazo solicitado', description: sentence, createdBy: responsible.id, itemId: first?.id },
    ])
    const told = await organisation.toldOf(protocol.id)
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([sender.id, originManager.id]))
    expect(told.find(({ userId }) => userId === sender.id)).toEqual({
      ...{ userId: sender.id, type: 'item_return', title: 'Prazo solicitado', itemId: first?.id },
      message: `Protocolo #${protocol.id}: ${sentence}\nVocê recebeu este aviso porque criou o protocolo.`,
    })

    const open = {
      ...{ id: reply.body.id, requested_date: '2026-12-10', reason: 'Falta uma assinatura' },
      ...{ asked_by: 'Maria Souza', asked_at: at },
    }
    const { body: detail } = await as(sender).get(`/api/protocols/${protocol.id}`)
    expect(detail.items.map((item: Shown) => item.extension_request)).toEqual([open, null])
    expect(detail.version).toBe(protocol.version)
    const returns = await as(responsible).get('/api/returns?search=1/26')
    const shown = returns.body.data.find(({ id }: { id: number }) => id === first?.id)
    expect(shown).toMatchObject({ return_date: '2026-12-01', extension_request: open })
    const due = { return_date: '2026-12-05', reason: 'Combinado por telefone' }
    const changed = await as(sender).put(`/api/protocols/items/${first?.id}/due-date`, due)
    expect(changed.body.item).toMatchObject({ return_date: '2026-12-05', extension_request: open })
  })

  // proves 21.12
  it('is live on the screens of both sides, as is the decision', async () => {
    const { app, tokenOf, sender, recipient, responsible } = organisation
    const { id, items } = await organisation.send()
    const listeners = await Promise.all([sender, recipient].map(async (person) => listen(app, await tokenOf(person))))
    const { body } = await organisation.ask(responsible, items[0]?.id)
    await organisation.decide(sender, body.id, { decision: 'deny', note: 'É urgente' })
    for (const { protocols } of listeners) {
      await vi.waitFor(() => expect(protocols().filter((one) => one.id === id)).toHaveLength(2), soon)
      expect(protocols()).toMatchObject([
        { id, by: 'Maria Souza' },
        { id, by: sender.name },
      ])
    }
    for (const { close } of listeners) close()
  })

  // proves 21.10
  it('takes one at a time, so that a retry does not make two', async () => {
    const { responsible, manager } = organisation
    const { items } = await organisation.send()
    expect((await organisation.ask(responsible, items[0]?.id)).status).toBe(201)
    for (const person of [responsible, manager]) {
      expect(await organisation.ask(person, items[0]?.id)).toMatchObject({
        status: 409,
        body: { code: 'REQUEST_ALREADY_OPEN', message: 'Este item já tem um pedido de prazo aberto' },
      })
    }
    expect(await organisation.requestsOf(items[0]?.id)).toHaveLength(1)
    expect((await organisation.ask(manager, items[1]?.id)).status).toBe(201)
  })

  // proves 21.10
  it('is for the responsible user and the Gestores of the destination', async () => {
    const { db, sender, recipient, manager, originManager, destination } = organisation
    const { items } = await organisation.send()
    const refused = 'Apenas o responsável pelo item ou um gestor do departamento de destino pode pedir mais prazo'
    const admin = await buildAdmin(db, { departmentId: destination.id })
    for (const person of [sender, recipient, originManager, admin]) {
      expect(await organisation.ask(person, items[0]?.id)).toMatchObject({ status: 403, body: { message: refused } })
    }
    for (const person of [await buildUser(db), await buildManager(db)]) {
      expect(await organisation.ask(person, items[0]?.id)).toMatchObject({
        ...{ status: 404, body: { message: 'Item não encontrado' } },
      })
    }
    expect((await organisation.ask(admin, 999_999)).status).toBe(404)
    expect((await organisation.ask(manager, items[0]?.id)).status).toBe(201)
  })

  it.each([
    ['of a protocol that was not received', { status: 'Pendente' }, {}, 201, undefined],
    ['of a late item', {}, { returnDate: '2026-11-20' }, 201, undefined],
    ['of an item without a date', {}, { returnDate: null }, 409, 'Este item não tem data de retorno definida'],
    ['of a returned item', {}, { status: 'retornado' }, 409, 'Este item já foi retornado'],
    ['of a completed item', {}, { status: 'concluído' }, 409, 'Este item já foi concluído'],
    [
      'of what stays',
      { status: 'Pendente', requiresReturn: false },
      {},
      409,
      'Este protocolo não requer devolução de itens',
    ],
    ['in a completed protocol', { status: 'Concluído' }, {}, 409, 'Este protocolo já foi concluído'],
    ['in a cancelled protocol', { status: 'Cancelado' }, {}, 409, 'Este protocolo já foi cancelado'],
  ] as const)('%s', async (_, fields, item, status, message) => {
    const { items } = await organisation.send({
      ...fields,
      items: [{ ...item, responsibleId: organisation.responsible.id }],
    } as never)
    const reply = await organisation.ask(organisation.responsible, items[0]?.id)
    expect([reply.status, reply.body.message]).toEqual([status, message])
    // The state is told before the body is read.
    if (status === 409)
      expect((await organisation.ask(organisation.responsible, items[0]?.id, { reason: 7 })).status).toBe(409)
  })

  const reasonWanted = 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)'
  it.each([
    [{ return_date: '2026-12-01' }, { return_date: 'O novo prazo deve ser posterior a 01/12/2026' }],
    [{ return_date: '2026-11-20' }, { return_date: 'A data deve ser hoje ou posterior.' }],
    [{ return_date: '2026-02-30' }, { return_date: expect.any(String) }],
    [{ return_date: null }, { return_date: expect.any(String) }],
    [{ reason: ' a ' }, { reason: reasonWanted }],
    [{ reason: 'a'.repeat(501) }, { reason: expect.any(String) }],
    [{ reason: undefined }, { reason: reasonWanted }],
  ])('refuses %j', async (changes, errors) => {
    const { items } = await organisation.send()
    const reply = await organisation.ask(organisation.responsible, items[0]?.id, changes)
    expect([reply.status, reply.body.errors]).toEqual([400, errors])
    expect(await organisation.requestsOf(items[0]?.id)).toEqual([])
  })

  // proves 21.10
  it('asks for nothing later than the item is due where it was passed on from', async () => {
    const { db, responsible, destination } = organisation
    const above = await organisation.send({ items: [{ returnDate: '2026-12-05' }] })
    const third = await buildUser(db)
    const hop = await buildProtocol(db, {
      ...{ originDepartmentId: destination.id, destinationDepartmentId: third.departmentId ?? 0 },
      ...{ status: 'Em andamento', createdBy: responsible.id },
      items: [{ forwardedFromItemId: above.items[0]?.id ?? 0, returnDate: '2026-12-01', responsibleId: third.id }],
    })
    const [item] = hop.items
    expect(await organisation.ask(third, item?.id)).toMatchObject({
      status: 400,
      body: { errors: { return_date: expect.stringMatching(/^O prazo não pode passar de 05\/12\/2026, quando/) } },
    })
    expect((await organisation.ask(third, item?.id, { return_date: '2026-12-05' })).status).toBe(201)
  })

  it('stands when the commit was applied and never confirmed, and the retry hears that it is open', async () => {
    const { as, db, sender, origin, destination, proxy } = await organisationBehindProxy()
    const { items } = await buildProtocol(db, {
      ...{ originDepartmentId: destination.id, destinationDepartmentId: origin.id, status: 'Em andamento' },
      ...{ createdAt: '2026-11-20T12:00:00Z', items: [{ responsibleId: sender.id, returnDate: '2030-12-01' }] },
    })
    const path = `/api/protocols/items/${items[0]?.id}/extension-requests`
    const body = { ...organisation.body, return_date: '2030-12-10' }
    await as(sender).get('/api/auth/me')
    proxy.breakOnce(atCommit('after'))
    expect(await as(sender).post(path, body)).toMatchObject({ status: 503, body: { code: 'OUTCOME_UNKNOWN' } })
    expect(await as(sender).post(path, body)).toMatchObject({ status: 409, body: { code: 'REQUEST_ALREADY_OPEN' } })
    expect(await db.selectFrom('extensionRequests').select('status').execute()).toEqual([{ status: 'aberto' }])
  })
})

interface Shown {
  extension_request: object | null
}
