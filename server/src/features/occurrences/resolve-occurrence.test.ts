import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { buildDepartment, buildUser } from '../../test/builders.ts'
import { multipart, type Reply } from '../../test/client.ts'
import { at, custody, inOrder } from '../../test/organisation.ts'
import { file, sampleJpg } from '../../test/sample-files.ts'

let organisation: Awaited<ReturnType<typeof custody>>
beforeAll(async () => {
  organisation = await custody()
  // Opens the sessions before the races start.
  for (const person of ['sender', 'originManager', 'recipient'] as const) await from(person).get('/api/nowhere')
})
afterAll(async () => {
  expect(await findBrokenInvariants(organisation.db)).toEqual([])
})

/** A received protocol whose first item the destination reports, and the notifications about it so far forgotten. */
async function reported(kind = 'lost', fields = {}) {
  const protocol = await organisation.send(fields)
  const [item] = protocol.items
  const { body } = await organisation.open(organisation.recipient, item?.id, { kind })
  await organisation.db.deleteFrom('notifications').where('protocolId', '=', protocol.id).execute()
  return { protocol, item, id: body.id as number }
}

describe('POST /api/occurrences/{id}/resolve', () => {
  // proves 20.12
  it.each([
    ['found', 'Encontrado'],
    ['replaced', 'Substituído'],
    ['unfounded', 'Improcedente'],
  ])('as %s leaves the item as it is', async (outcome, words) => {
    const { sender, recipient, responsible, manager, originManager } = organisation
    const { protocol, item, id } = await reported()
    const reply = await organisation.resolve(originManager, id, outcome, ' Estava na gaveta ')
    expect(reply).toMatchObject({
      status: 200,
      body: {
        ...{ id, status: 'resolvida', outcome, outcome_note: 'Estava na gaveta' },
        ...{ resolved_by: originManager.name, resolved_at: at },
      },
    })
    expect(await organisation.stateOf(item?.id)).toMatchObject({ status: 'pendente' })
    const description = `${originManager.name} resolveu a ocorrência “Extraviado” do Item 1/26 (${reply.body.item_type}): ${words}. Desfecho: “Estava na gaveta”`
    expect((await organisation.historyOf(protocol.id)).slice(1)).toEqual([
      { action: 'Ocorrência resolvida', description, createdBy: originManager.id, itemId: item?.id },
    ])
    const told = await organisation.toldOf(protocol.id)
    const people = [sender.id, recipient.id, responsible.id, manager.id]
    expect(told.map(({ userId }) => userId)).toEqual(inOrder(people))
    expect(told.find(({ userId }) => userId === recipient.id)).toMatchObject({
      type: 'item_return',
      title: 'Ocorrência resolvida',
      message: `Protocolo #${protocol.id}: ${description}\nVocê recebeu este aviso porque registrou a ocorrência.`,
    })
    const { body } = await organisation.as(sender).get(`/api/protocols/${protocol.id}`)
    expect([body.open_occurrences, body.items[0].open_occurrences]).toEqual([0, 0])
  })

  // proves 20.12
  it('as returned makes the item retornado, says who confirmed it, and tells each person once', async () => {
    const { sender, recipient, responsible, manager, originManager, origin, destination } = organisation
    const { protocol, item, id } = await reported('claimed_returned')
    const { body } = await organisation.resolve(sender, id, 'returned', 'Chegou na terça')
    expect(body).toMatchObject({ status: 'resolvida', outcome: 'returned' })
    expect(await organisation.stateOf(item?.id)).toMatchObject({ status: 'retornado', returnedBy: sender.id })
    const [, resolved, returned] = await organisation.historyOf(protocol.id)
    expect(resolved?.action).toBe('Ocorrência resolvida')
    expect(returned).toEqual({
      action: 'Item retornado',
      description: `Item 1/26 (${body.item_type}) retornado de ${destination.name} para ${origin.name}, como confirmou ${sender.name}`,
      createdBy: sender.id,
      itemId: item?.id,
    })
    const told = await organisation.toldOf(protocol.id)
    const people = [recipient.id, responsible.id, manager.id, originManager.id]
    expect(told.map(({ userId }) => userId)).toEqual(inOrder(people))
    expect((await organisation.as(sender).post(`/api/protocols/items/${item?.id}/complete`)).status).toBe(200)
  })

  // proves 20.12
  it('as written off cancels the item with the note, and settles what else is open on it', async () => {
    const { sender, recipient, responsible, manager, originManager } = organisation
    const { protocol, item, id } = await reported()
    const other = await organisation.open(sender, item?.id, { kind: 'damaged' })
    const elsewhere = await organisation.open(sender, protocol.items[1]?.id)
    await organisation.db.deleteFrom('notifications').where('protocolId', '=', protocol.id).execute()
    expect((await organisation.resolve(originManager, id, 'written_off', 'Baixa pelo seguro')).status).toBe(200)
    expect(await organisation.stateOf(item?.id)).toMatchObject({
      ...{ status: 'cancelado', cancelReason: 'Baixa pelo seguro', cancelledBy: originManager.id },
    })
    const { body } = await organisation.as(sender).get(`/api/protocols/${protocol.id}/occurrences`)
    const states = body.map((one: Record<string, unknown>) => [one.id, one.status, one.outcome, one.resolved_by])
    expect(states).toEqual([
      [elsewhere.body.id, 'aberta', null, null],
      [other.body.id, 'resolvida', null, null],
      [id, 'resolvida', 'written_off', originManager.name],
    ])
    const told = await organisation.toldOf(protocol.id)
    expect(told.map(({ userId, type }) => [userId, type])).toEqual(
      [
        [sender.id, 'item_canceled'],
        [recipient.id, 'item_return'],
        [responsible.id, 'item_canceled'],
        [manager.id, 'item_return'],
      ].toSorted(([one], [two]) => Number(one) - Number(two)),
    )
  })

  it('as written off tells a Gestor who answers for the item once', async () => {
    const { sender, recipient, manager, originManager } = organisation
    const { protocol, id } = await reported('lost', { items: [{ documentNumber: '1/26', responsibleId: manager.id }] })
    expect((await organisation.resolve(originManager, id, 'written_off')).status).toBe(200)
    const told = await organisation.toldOf(protocol.id)
    expect(told.map(({ userId }) => userId)).toEqual(inOrder([sender.id, recipient.id, manager.id]))
    expect(told.find(({ userId }) => userId === manager.id)).toMatchObject({ type: 'item_canceled' })
  })

  it('cannot end an item that was passed on, until the next department has written it off', async () => {
    const { db, sender, recipient } = organisation
    const next = await buildDepartment(db, { name: 'Diretoria' })
    const { protocol, item, id } = await reported('damaged', {
      items: [{ documentNumber: 'P-1', returnDate: '2026-12-18' }],
    })
    const forwarded = await organisation.as(recipient).post(`/api/protocols/${protocol.id}/forward`, {
      ...{ destination_department_id: next.id, remarks: 'Para assinatura', item_ids: [item?.id] },
    })
    expect(forwarded.status, JSON.stringify(forwarded.body)).toBe(201)
    expect((await organisation.resolve(sender, id, 'returned')).status).toBe(409)
    expect((await organisation.resolve(sender, id, 'found')).status).toBe(200)

    // The next department writes its own item off for the holder: that frees the holder's.
    const { body: child } = await organisation.as(recipient).get(`/api/protocols/${forwarded.body.protocol_id}`)
    const [childItem] = child.items
    const there = await buildUser(db, { departmentId: next.id })
    const lost = await organisation.open(there, childItem.id)
    const { body: upstream } = await organisation.as(sender).get(`/api/protocols/${protocol.id}`)
    expect(upstream.items[0].open_occurrences).toBe(0)
    expect((await organisation.as(sender).get(`/api/protocols/${child.id}/occurrences`)).status).toBe(404)
    expect((await organisation.resolve(recipient, lost.body.id, 'written_off')).status).toBe(200)
    const actions = (await organisation.historyOf(protocol.id)).map(({ action }) => action)
    expect(actions).toContain('Item devolvido pelo encaminhamento')
    const again = await organisation.open(recipient, item?.id, { kind: 'lost' })
    expect((await organisation.resolve(sender, again.body.id, 'returned')).status).toBe(200)
  })

  it('refuses an outcome that is none, and a note that is too short or too long', async () => {
    const { id } = await reported()
    for (const [body, fields] of [
      [{}, ['outcome', 'note']],
      [{ outcome: 'eaten', note: 'ok' }, ['outcome', 'note']],
      [{ outcome: 'found', note: 'a'.repeat(501) }, ['note']],
    ] as const) {
      const reply = await organisation.as(organisation.sender).post(`/api/occurrences/${id}/resolve`, body)
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, fields])
    }
  })
})

describe('an occurrence whose item or protocol ends otherwise', () => {
  // proves 20.13
  it.each<[string, object, (reported: Reported) => Promise<Reply>]>([
    ['its item is cancelled', {}, ({ item }) => from('sender').post(`${itemPath(item)}/cancel`, reason)],
    [
      'its item is completed',
      { items: [{ status: 'retornado' }, {}] },
      ({ item }) => from('sender').post(`${itemPath(item)}/complete`),
    ],
    [
      'its protocol is completed',
      { items: [{ status: 'retornado' }] },
      ({ protocol }) => from('sender').post(`/api/protocols/${protocol.id}/complete`),
    ],
    [
      'its protocol is cancelled, also when the item is back',
      { items: [{ status: 'retornado' }, {}] },
      ({ protocol }) => from('sender').post(`/api/protocols/${protocol.id}/cancel`, reason),
    ],
  ])('is settled with it, without an outcome, when %s', async (_, fields, end) => {
    const { sender } = organisation
    const one = await reported('lost', fields)
    expect((await end(one)).status).toBe(200)
    const { body } = await organisation.as(sender).get(`/api/protocols/${one.protocol.id}/occurrences`)
    expect(body[0]).toMatchObject({
      ...{ status: 'resolvida', outcome: null, outcome_note: null, resolved_by: null, resolved_at: at },
    })
    expect(await organisation.resolve(sender, one.id, 'found')).toMatchObject({ status: 409 })
    const history = await organisation.historyOf(one.protocol.id)
    expect(history.filter(({ action }) => action === 'Ocorrência resolvida')).toEqual([])
  })

  // proves 20.13
  it('stays open while the item is returned and not confirmed', async () => {
    const one = await reported('damaged')
    await organisation.as(organisation.recipient).post(`${itemPath(one.item)}/return`)
    expect((await organisation.resolve(organisation.sender, one.id, 'replaced')).status).toBe(200)
  })
})

type Reported = Awaited<ReturnType<typeof reported>>
const itemPath = (item: Reported['item']) => `/api/protocols/items/${item?.id}`

interface Scene {
  /** Path of the item, and of its protocol. */
  item: string
  protocol: string
  itemId: number
  /** Path of the call that resolves its occurrence, which the destination opened. */
  resolve: string
}

async function scene(): Promise<Scene> {
  const { id, items } = await organisation.send({ items: [{ documentNumber: 'R-1' }] })
  const itemId = items[0]?.id ?? 0
  const { body } = await organisation.open(organisation.recipient, itemId)
  const item = `/api/protocols/items/${itemId}`
  return { item, protocol: `/api/protocols/${id}`, itemId, resolve: `/api/occurrences/${body.id}/resolve` }
}

const from = (person: 'sender' | 'originManager' | 'recipient') => organisation.as(organisation[person])
const note = 'Conferido na estante'
const reason = { reason: 'Engano' }
const settled = 'Esta ocorrência já foi resolvida'

interface Race {
  title: string
  one: (scene: Scene) => Promise<Reply>
  other: (scene: Scene) => Promise<Reply>
  /** What the second one hears, or nothing when both may go through in one order. */
  sentences: string[]
}

const races: Race[] = [
  {
    title: 'resolve and resolve',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'returned', note }),
    other: ({ resolve }) => from('originManager').post(resolve, { outcome: 'written_off', note }),
    sentences: [settled],
  },
  {
    title: 'written off and the item cancelled',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'written_off', note }),
    other: ({ item }) => from('recipient').post(`${item}/cancel`, reason),
    sentences: [settled, 'Este item já foi cancelado'],
  },
  {
    title: 'returned and the protocol cancelled',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'found', note }),
    other: ({ protocol }) => from('recipient').post(`${protocol}/cancel`, reason),
    sentences: [settled],
  },
  {
    title: 'returned and returned by the destination',
    one: ({ resolve }) => from('sender').post(resolve, { outcome: 'returned', note }),
    other: ({ item }) => from('recipient').post(`${item}/return`),
    sentences: ['Este item já foi retornado'],
  },
  {
    title: 'open and the item cancelled',
    one: ({ item }) => from('sender').post(`${item}/occurrences`, { ...organisation.loss, kind: 'damaged' }),
    other: ({ item }) => from('recipient').post(`${item}/cancel`, reason),
    sentences: ['Este item já foi cancelado'],
  },
]

it.each(races)('$title at once: nothing is half done', async ({ one, other, sentences }) => {
  for (let round = 0; round < 4; round += 1) {
    const set = await scene()
    const replies = await Promise.all(round % 2 ? [one(set), other(set)] : [other(set), one(set)])
    const refused = replies.filter(({ status }) => status >= 400)
    for (const { status, body } of refused) expect([status, sentences.includes(body.message)]).toEqual([409, true])
    expect(refused.length).toBeLessThan(2)
    const { status } = await organisation.stateOf(set.itemId)
    const { body } = await from('sender').get(`${set.protocol}/occurrences`)
    // What ended the item has settled whatever was open, in either order.
    const open = body.filter((occurrence: { status: string }) => occurrence.status === 'aberta')
    if (status === 'cancelado') expect(open).toEqual([])
    const settlements = (await organisation.historyOf(body[0].protocol_id)).filter(
      ({ action }) => action === 'Ocorrência resolvida',
    )
    const outcomes = body.filter(({ outcome }: { outcome: string | null }) => outcome !== null)
    expect(settlements).toHaveLength(outcomes.length)
  }
})

it('two that open one of a kind at once open one, and keep its file alone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, items } = await organisation.send()
    const before = (await organisation.filesOnDisk()).length
    const send = (person: 'sender' | 'recipient') =>
      from(person).post(
        `/api/protocols/items/${items[0]?.id}/occurrences`,
        multipart(organisation.loss, { attachment_0: file('foto.jpg', sampleJpg) }),
      )
    const replies = await Promise.all([send('sender'), send('recipient')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await from('sender').get(`/api/protocols/${id}/occurrences`)).body).toHaveLength(1)
    expect(await organisation.filesOnDisk()).toHaveLength(before + 1)
  }
})
