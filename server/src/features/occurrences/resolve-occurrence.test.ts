import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { buildAdmin, buildDepartment, buildUser } from '../../test/builders.ts'
import { at, inOrder, occurrenceOffice } from './occurrences.test-setup.ts'

let office: Awaited<ReturnType<typeof occurrenceOffice>>
beforeAll(async () => {
  office = await occurrenceOffice()
})
afterAll(async () => {
  expect(await findBrokenInvariants(office.db)).toEqual([])
})

/** A received protocol whose first item the destination reports, and the notifications about it so far forgotten. */
async function reported(kind = 'lost', fields = {}) {
  const protocol = await office.send(fields)
  const [item] = protocol.items
  const { body } = await office.open(office.recipient, item?.id, { kind })
  await office.db.deleteFrom('notifications').where('protocolId', '=', protocol.id).execute()
  return { protocol, item, id: body.id as number }
}

describe('POST /api/occurrences/{id}/resolve', () => {
  it.each([
    ['found', 'Encontrado'],
    ['replaced', 'Substituído'],
    ['unfounded', 'Improcedente'],
  ])('as %s leaves the item as it is', async (outcome, words) => {
    const { sender, recipient, responsible, manager, originManager } = office
    const { protocol, item, id } = await reported()
    const reply = await office.resolve(originManager, id, outcome, ' Estava na gaveta ')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        ...{ id, status: 'resolvida', outcome, outcome_note: 'Estava na gaveta' },
        ...{ resolved_by: originManager.name, resolved_at: at },
      },
    })
    expect(await office.stateOf(item?.id)).toMatchObject({ status: 'pendente' })
    const description = `${originManager.name} resolveu a ocorrência “Extraviado” do Item 1/26 (${reply.body.item_type}): ${words}. Desfecho: “Estava na gaveta”`
    expect((await office.historyOf(protocol.id)).slice(1)).toEqual([
      { action: 'Ocorrência resolvida', description, createdBy: originManager.id, itemId: item?.id },
    ])
    const told = await office.toldOf(protocol.id)
    const people = [sender.id, recipient.id, responsible.id, manager.id]
    expect(told.map(({ userId }) => userId)).toEqual(inOrder(people))
    expect(told.find(({ userId }) => userId === recipient.id)).toMatchObject({
      type: 'item_return',
      title: 'Ocorrência resolvida',
      message: `Protocolo #${protocol.id}: ${description}\nVocê recebeu este aviso porque registrou a ocorrência.`,
    })
    const { body } = await office.as(sender).get(`/api/protocols/${protocol.id}`)
    expect([body.open_occurrences, body.items[0].open_occurrences]).toEqual([0, 0])
  })

  it('as returned makes the item retornado, says who confirmed it, and tells each person once', async () => {
    const { sender, recipient, responsible, manager, originManager, origin, destination } = office
    const { protocol, item, id } = await reported('claimed_returned')
    const { body } = await office.resolve(sender, id, 'returned', 'Chegou na terça')
    expect(body).toMatchObject({ status: 'resolvida', outcome: 'returned' })
    expect(await office.stateOf(item?.id)).toMatchObject({ status: 'retornado', returnedBy: sender.id })
    const [, resolved, returned] = await office.historyOf(protocol.id)
    expect(resolved?.action).toBe('Ocorrência resolvida')
    expect(returned).toEqual({
      action: 'Item retornado',
      description: `Item 1/26 (${body.item_type}) retornado de ${destination.name} para ${origin.name}, como confirmou ${sender.name}`,
      createdBy: sender.id,
      itemId: item?.id,
    })
    const told = await office.toldOf(protocol.id)
    const people = [recipient.id, responsible.id, manager.id, originManager.id]
    expect(told.map(({ userId }) => userId)).toEqual(inOrder(people))
    expect((await office.as(sender).post(`/api/protocols/items/${item?.id}/complete`)).status).toBe(200)
  })

  it('as written off cancels the item with the note, and settles what else is open on it', async () => {
    const { sender, recipient, responsible, manager, originManager } = office
    const { protocol, item, id } = await reported()
    const other = await office.open(sender, item?.id, { kind: 'damaged' })
    const elsewhere = await office.open(sender, protocol.items[1]?.id)
    await office.db.deleteFrom('notifications').where('protocolId', '=', protocol.id).execute()
    expect((await office.resolve(originManager, id, 'written_off', 'Baixa pelo seguro')).status).toBe(200)
    expect(await office.stateOf(item?.id)).toMatchObject({
      ...{ status: 'cancelado', cancelReason: 'Baixa pelo seguro', cancelledBy: originManager.id },
    })
    const { body } = await office.as(sender).get(`/api/protocols/${protocol.id}/occurrences`)
    const states = body.map((one: Record<string, unknown>) => [one.id, one.status, one.outcome, one.resolved_by])
    expect(states).toEqual([
      [elsewhere.body.id, 'aberta', null, null],
      [other.body.id, 'resolvida', null, null],
      [id, 'resolvida', 'written_off', originManager.name],
    ])
    const told = await office.toldOf(protocol.id)
    expect(told.map(({ userId, type }) => [userId, type])).toEqual(
      [
        [sender.id, 'item_canceled'],
        [recipient.id, 'item_return'],
        [responsible.id, 'item_canceled'],
        [manager.id, 'item_return'],
      ].toSorted(([one], [two]) => Number(one) - Number(two)),
    )
  })

  it('is for the origin; whoever opened it may only call it unfounded', async () => {
    const { db, recipient, manager } = office
    const { id } = await reported()
    const refusal = { message: 'Apenas usuários do departamento de origem podem resolver esta ocorrência' }
    const admin = await buildAdmin(db, { departmentId: null })
    for (const person of [manager, admin]) {
      expect(await office.resolve(person, id, 'unfounded')).toMatchObject({ status: 403, body: refusal })
      // Nothing is learnt about a valid body.
      expect(await office.resolve(person, id, 'nonsense', '')).toMatchObject({ status: 403, body: refusal })
    }
    expect(await office.resolve(recipient, id, 'found')).toMatchObject({ status: 403, body: refusal })
    expect(await office.resolve(await buildUser(db), id, 'unfounded')).toMatchObject({
      status: 404,
      body: { message: 'Ocorrência não encontrada' },
    })
    expect((await office.resolve(recipient, id, 'unfounded')).status).toBe(200)
    expect((await office.resolve(recipient, 999_999, 'unfounded')).status).toBe(404)
  })

  it('happens once', async () => {
    const { id } = await reported()
    await office.resolve(office.sender, id, 'found')
    expect(await office.resolve(office.sender, id, 'replaced')).toMatchObject({
      status: 409,
      body: { message: 'Esta ocorrência já foi resolvida' },
    })
  })

  it.each([
    ['returned', 'of a protocol not yet received', { status: protocolStatus.pending }],
    ['returned', 'without return', { status: protocolStatus.pending, requiresReturn: false }],
    ['returned', 'of an item that is back', { items: [{ status: 'retornado' }] }],
    ['written_off', 'of an item that is back', { items: [{ status: 'retornado' }] }],
  ])('refuses %s %s, and it stays open', async (outcome, _, fields) => {
    const { protocol, id } = await reported('missing', fields)
    const reply = await office.resolve(office.sender, id, outcome)
    expect(reply.status).toBe(409)
    const { body } = await office.as(office.sender).get(`/api/protocols/${protocol.id}/occurrences`)
    expect(body[0].status).toBe('aberta')
    expect(await office.historyOf(protocol.id)).toHaveLength(1)
  })

  it('cannot end an item that was passed on, and says where it is', async () => {
    const { db, sender, recipient } = office
    const next = await buildDepartment(db, { name: 'Diretoria' })
    const { protocol, item, id } = await reported('lost', {
      items: [{ documentNumber: 'P-1', returnDate: '2026-12-18' }],
    })
    const forwarded = await office.as(recipient).post(`/api/protocols/${protocol.id}/forward`, {
      ...{ destination_department_id: next.id, remarks: 'Para assinatura', item_ids: [item?.id] },
    })
    expect(forwarded.status, JSON.stringify(forwarded.body)).toBe(201)
    for (const outcome of ['returned', 'written_off']) {
      expect(await office.resolve(sender, id, outcome)).toMatchObject({
        status: 409,
        body: { message: 'Este item está em Diretoria. Aguarde a volta.' },
      })
    }
    expect((await office.resolve(sender, id, 'found')).status).toBe(200)

    // The next department writes its own item off for the holder: that frees the holder's.
    const { body: child } = await office.as(recipient).get(`/api/protocols/${forwarded.body.protocol_id}`)
    const [childItem] = child.items
    const there = await buildUser(db, { departmentId: next.id })
    const lost = await office.open(there, childItem.id)
    const { body: upstream } = await office.as(sender).get(`/api/protocols/${protocol.id}`)
    expect(upstream.items[0].open_occurrences).toBe(0)
    expect((await office.as(sender).get(`/api/protocols/${child.id}/occurrences`)).status).toBe(404)
    expect((await office.resolve(recipient, lost.body.id, 'written_off')).status).toBe(200)
    const actions = (await office.historyOf(protocol.id)).map(({ action }) => action)
    expect(actions).toContain('Item devolvido pelo encaminhamento')
    const again = await office.open(recipient, item?.id, { kind: 'lost' })
    expect((await office.resolve(sender, again.body.id, 'returned')).status).toBe(200)
  })

  it.each([
    [{ outcome: 'eaten', note: 'Foi o cão' }, ['outcome']],
    [{ outcome: 'found', note: 'ok' }, ['note']],
    [{ outcome: 'found', note: 'a'.repeat(501) }, ['note']],
    [{}, ['outcome', 'note']],
  ])('refuses %j', async (body, fields) => {
    const { id } = await reported()
    const reply = await office.as(office.sender).post(`/api/occurrences/${id}/resolve`, body)
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, fields])
  })
})

describe('an occurrence whose item or protocol ends otherwise', () => {
  it.each([
    [
      'its item is cancelled',
      {},
      async ({ item }: Reported) => office.as(office.sender).post(`${itemPath(item)}/cancel`, { reason: 'Engano' }),
    ],
    [
      'its item is completed',
      { items: [{ status: 'retornado' }, {}] },
      async ({ item }: Reported) => office.as(office.sender).post(`${itemPath(item)}/complete`),
    ],
    [
      'its protocol is completed',
      { items: [{ status: 'retornado' }] },
      async ({ protocol }: Reported) => office.as(office.sender).post(`/api/protocols/${protocol.id}/complete`),
    ],
    [
      'its protocol is cancelled, also when the item is back',
      { items: [{ status: 'retornado' }, {}] },
      async ({ protocol }: Reported) =>
        office.as(office.sender).post(`/api/protocols/${protocol.id}/cancel`, { reason: 'Engano' }),
    ],
  ])('is settled with it, without an outcome, when %s', async (_, fields, end) => {
    const { sender } = office
    const one = await reported('lost', fields)
    expect((await end(one)).status).toBe(200)
    const { body } = await office.as(sender).get(`/api/protocols/${one.protocol.id}/occurrences`)
    expect(body[0]).toMatchObject({
      ...{ status: 'resolvida', outcome: null, outcome_note: null, resolved_by: null, resolved_at: at },
    })
    expect(await office.resolve(sender, one.id, 'found')).toMatchObject({ status: 409 })
    const history = await office.historyOf(one.protocol.id)
    expect(history.filter(({ action }) => action === 'Ocorrência resolvida')).toEqual([])
  })

  it('stays open while the item is returned and not confirmed', async () => {
    const one = await reported('damaged')
    await office.as(office.recipient).post(`${itemPath(one.item)}/return`)
    expect((await office.resolve(office.sender, one.id, 'replaced')).status).toBe(200)
  })
})

type Reported = Awaited<ReturnType<typeof reported>>
const itemPath = (item: Reported['item']) => `/api/protocols/items/${item?.id}`
