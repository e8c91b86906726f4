import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import { organisationBehindProxy } from '../../test/behind-proxy.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'
import type { Reply } from '../../test/client.ts'
import { listen } from '../../test/event-stream.ts'
import { atCommit } from '../../test/fault-proxy.ts'
import { asking, at, inOrder } from '../../test/organisation.ts'

let organisation: Awaited<ReturnType<typeof asking>>
beforeAll(async () => {
  organisation = await asking()
  // Opens the sessions before the races start.
  const { sender, originManager, recipient, responsible, manager } = organisation
  for (const person of [sender, originManager, recipient, responsible, manager]) {
    await organisation.as(person).get('/api/nowhere')
  }
})
afterAll(async () => {
  expect(await findBrokenInvariants(organisation.db)).toEqual([])
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
      await expect.poll(() => protocols().filter((one) => one.id === id)).toHaveLength(2)
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
  it('refuses a date that is no later than the present one, and too short a reason', async () => {
    const { items } = await organisation.send()
    const wrong = { return_date: '2026-12-01', reason: ' a ' }
    expect((await organisation.ask(organisation.responsible, items[0]?.id, wrong)).body.errors).toEqual({
      reason: 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)',
    })
    const { status, body } = await organisation.ask(organisation.responsible, items[0]?.id, { ...wrong, reason: 'Via' })
    expect([status, body.errors]).toEqual([400, { return_date: 'O novo prazo deve ser posterior a 01/12/2026' }])
    expect(await organisation.requestsOf(items[0]?.id)).toEqual([])
  })

  const _reasonWanted = 'Diga por que precisa de mais prazo (de 3 a 500 caracteres)'

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
    const body = { ...organisation.more, return_date: '2030-12-10' }
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

describe('the list of requests', () => {
  let organisation: Awaited<ReturnType<typeof asking>>
  let admin: { id: number }
  /** Ids of requests that the organisation's origin decides, of one that it asked for, and of strangers. */
  let open: number
  let granted: number
  let denied: number
  let ended: number
  let asked: number
  let foreign: number

  beforeAll(async () => {
    organisation = await asking({ ownDatabase: true })
    const { db, sender, responsible, origin, destination } = organisation
    admin = await buildAdmin(db, { departmentId: origin.id })
    const request = async (person: { id: number }, itemId: number | undefined) =>
      (await organisation.ask(person, itemId)).body.id as number
    const due = { returnDate: '2026-12-01', responsibleId: responsible.id }
    const { items } = await organisation.send({ items: [due, due, due, due] })
    const ids: number[] = []
    for (const { id } of items) ids.push(await request(responsible, id))
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    ;[open, granted, denied, ended] = [first, second, third, fourth]
    await organisation.decide(sender, granted)
    await organisation.decide(sender, denied, { decision: 'deny', note: 'É urgente' })
    await organisation.as(responsible).post(`/api/protocols/items/${items[3]?.id}/return`)
    const other = await organisation.send({
      ...{ originDepartmentId: destination.id, destinationDepartmentId: origin.id },
      items: [{ ...due, responsibleId: sender.id }],
    })
    asked = await request(sender, other.items[0]?.id)
    const elsewhere = await buildDepartment(db)
    const stranger = await buildUser(db, { departmentId: elsewhere.id })
    const theirs = await organisation.send({
      ...{ originDepartmentId: elsewhere.id, destinationDepartmentId: elsewhere.id },
      items: [{ ...due, responsibleId: stranger.id }],
    })
    foreign = await request(stranger, theirs.items[0]?.id)
  })

  const list = async (person: { id: number }, query = '') => {
    const { status, body } = await organisation.as(person).get(`/api/extension-requests?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { data: { id: number }[]; meta: { total: number; last_page: number } }
  }
  const idsOf = async (person: { id: number }, query = '') => (await list(person, query)).data.map(({ id }) => id)
  const newestFirst = (ids: readonly number[]) => ids.toSorted((a, b) => b - a)

  describe('GET /api/extension-requests', () => {
    // proves 21.13
    it('lists those of one’s department at either side, newest first, and all to an Admin', async () => {
      const own = [open, granted, denied, ended, asked]
      for (const person of [organisation.sender, organisation.responsible, organisation.recipient]) {
        expect(await idsOf(person)).toEqual(newestFirst(own))
      }
      expect(await idsOf(admin)).toEqual(newestFirst([...own, foreign]))
      expect((await list(organisation.sender)).meta).toEqual({ total: 5, per_page: 10, current_page: 1, last_page: 1 })
    })

    it.each([
      ['side=to_decide', () => [open, granted, denied, ended]],
      ['side=asked', () => [asked]],
      ['side=to_decide&status=aberto', () => [open]],
      ['side=to_decide&status=concedido', () => [granted]],
      ['status=aberto', () => [open, asked]],
      ['status=negado', () => [denied]],
      ['status=encerrado', () => [ended]],
      ['status=todos', () => [open, granted, denied, ended, asked]],
    ])('%s', async (query, expected) => {
      const ids = expected()
      expect(await idsOf(organisation.sender, query)).toEqual(newestFirst(ids))
      expect((await list(organisation.sender, query)).meta.total).toBe(ids.length)
    })

    it('a side is one of the Admin’s own department, too', async () => {
      expect(await idsOf(admin, 'side=to_decide&status=aberto')).toEqual([open])
      const rootless = await buildAdmin(organisation.db, { departmentId: null })
      expect(await idsOf(rootless, 'side=to_decide')).toEqual([])
      expect(await idsOf(rootless, 'status=aberto')).toEqual(newestFirst([open, asked, foreign]))
      const [row] = (await list(organisation.sender, 'status=concedido')).data
      expect(row).toMatchObject({
        ...{ id: granted, return_date: '2026-12-10', requested_date: '2026-12-10', granted_date: '2026-12-10' },
        ...{ status: 'concedido', decided_by: organisation.sender.name, asked_by: 'Maria Souza', note: null },
      })
      for (const query of ['status=fechado', 'side=left'])
        expect((await organisation.as(admin).get(`/api/extension-requests?${query}`)).status, query).toBe(400)
    })

    // proves 21.13
    it('pages', async () => {
      const { responsible, sender } = organisation
      const due = { returnDate: '2026-12-01', responsibleId: responsible.id }
      const { items } = await organisation.send({ items: Array.from({ length: 12 }, () => due) })
      const ids: number[] = [open]
      for (const { id } of items) ids.push((await organisation.ask(responsible, id)).body.id)
      const query = 'side=to_decide&status=aberto'
      expect(await idsOf(sender, query)).toEqual(newestFirst(ids).slice(0, 10))
      expect(await idsOf(sender, `${query}&page=2`)).toEqual(newestFirst(ids).slice(10))
      expect(await idsOf(sender, `${query}&page=3`)).toEqual([])
      expect((await list(sender, `${query}&per_page=25`)).meta).toMatchObject({ total: 13, last_page: 1 })
      for (const { id } of items)
        await organisation.as(sender).post(`/api/protocols/items/${id}/cancel`, { reason: 'Engano' })
      expect(await idsOf(sender, query)).toEqual([open])
    })

    // proves 21.13
    it('my day counts those that one’s department is to decide, and leads to exactly these', async () => {
      for (const person of [organisation.sender, organisation.recipient, admin]) {
        const { body } = await organisation.as(person).get('/api/dashboard/today')
        const path = '/retornos?view=pedidos&side=to_decide&status=aberto'
        expect(body.extension_requests).toEqual({ count: 1, path })
        expect((await list(person, 'side=to_decide&status=aberto')).meta.total).toBe(1)
      }
    })
  })
})

interface Scene {
  itemId: number
  protocolId: number
  /** Id of the open request, if the race is about one. */
  id: number
}

async function scene(isAsked: boolean): Promise<Scene> {
  const { id: protocolId, items } = await organisation.send()
  const itemId = items[0]?.id ?? 0
  const id = isAsked ? (await organisation.ask(organisation.responsible, itemId)).body.id : 0
  return { itemId, protocolId, id }
}

const asks = ({ itemId }: Scene) => organisation.ask(organisation.responsible, itemId)
const grants = ({ id }: Scene) => organisation.decide(organisation.sender, id)
const denies = ({ id }: Scene) =>
  organisation.decide(organisation.originManager, id, { decision: 'deny', note: 'É urgente' })
const returns = ({ itemId }: Scene) =>
  organisation.as(organisation.recipient).post(`/api/protocols/items/${itemId}/return`)
const cancels = ({ protocolId }: Scene) =>
  organisation.as(organisation.sender).post(`/api/protocols/${protocolId}/cancel`, { reason: 'Engano' })
const extendsTo = (returnDate: string) => (at: Scene) =>
  organisation.as(organisation.originManager).put(`/api/protocols/items/${at.itemId}/due-date`, {
    ...{ return_date: returnDate, reason: 'Combinado', current_return_date: '2026-12-01' },
  })

const decided = 'Este pedido de prazo já foi decidido'
const hasEnded = 'Este pedido de prazo foi encerrado, porque o item não está mais pendente'
const returned = 'Este item já foi retornado'
const isOpen = 'Este item já tem um pedido de prazo aberto'
const moved = /^O prazo deste item acabou de ser alterado para|^O prazo deste item foi alterado/

interface Race {
  title: string
  isAsked: boolean
  one: (scene: Scene) => Promise<Reply>
  other: (scene: Scene) => Promise<Reply>
  /** What whoever comes second hears, or nothing when both may go through in one order. */
  sentences: (string | RegExp)[]
  /** How many are refused, at least. */
  refused: 0 | 1
}

const races: Race[] = [
  {
    ...{
      title: 'ask and ask',
      isAsked: false,
      one: asks,
      other: ({ itemId }) => organisation.ask(organisation.manager, itemId),
    },
    ...{ sentences: [isOpen], refused: 1 },
  },
  { title: 'ask and return', isAsked: false, one: asks, other: returns, sentences: [returned], refused: 0 },
  { title: 'grant and deny', isAsked: true, one: grants, other: denies, sentences: [decided], refused: 1 },
  { title: 'grant and return', isAsked: true, one: grants, other: returns, sentences: [hasEnded], refused: 0 },
  {
    ...{ title: 'deny and cancel', isAsked: true, one: denies, other: cancels, sentences: [hasEnded], refused: 0 },
  },
  {
    ...{ title: 'grant and an extension that grants it', isAsked: true, one: grants, other: extendsTo('2026-12-15') },
    ...{ sentences: [decided, moved], refused: 1 },
  },
  {
    ...{ title: 'grant and a shorter extension', isAsked: true, one: grants, other: extendsTo('2026-12-05') },
    ...{ sentences: [moved], refused: 0 },
  },
]

// proves 21.11
it.each(races)('$title at once: one wins, the other hears why', async ({ isAsked, one, other, sentences, refused }) => {
  for (let round = 0; round < 4; round += 1) {
    const set = await scene(isAsked)
    const replies = await Promise.all(round % 2 ? [one(set), other(set)] : [other(set), one(set)])
    const losers = replies.filter(({ status }) => status >= 400)
    for (const { status, body } of losers) {
      const isKnown = sentences.some((known) =>
        typeof known === 'string' ? known === body.message : known.test(body.message),
      )
      expect([status, isKnown], body.message).toEqual([409, true])
    }
    expect(losers.length).toBeLessThan(2)
    expect(losers.length).toBeGreaterThanOrEqual(refused)

    const requests = await organisation.requestsOf(set.itemId)
    const item = await organisation.stateOf(set.itemId)
    expect(requests.length).toBeLessThan(2)
    if (item.status !== 'pendente') expect(requests.filter(({ status }) => status === 'aberto')).toEqual([])
    // Every change of the date is on record once, as is every act in the history.
    const changes = await organisation.db
      .selectFrom('dueDateChanges')
      .select(['fromDate', 'toDate'])
      .where('itemId', '=', set.itemId)
      .orderBy('id')
      .execute()
    expect([changes.at(0)?.fromDate ?? '2026-12-01', changes.at(-1)?.toDate ?? '2026-12-01']).toEqual([
      '2026-12-01',
      item.returnDate,
    ])
    const actions = (await organisation.historyOf(set.protocolId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'Prazo alterado')).toHaveLength(changes.length)
    expect(actions.filter((action) => action === 'Prazo solicitado')).toHaveLength(requests.length)
    const denials = requests.filter(({ status }) => status === 'negado')
    expect(actions.filter((action) => action === 'Pedido de prazo negado')).toHaveLength(denials.length)
  }
})
