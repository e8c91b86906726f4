import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBrokenInvariants } from '../../platform/db/invariants.ts'
import type { Reply } from '../../test/client.ts'
import { requestOrganisation } from './requests.test-setup.ts'

let organisation: Awaited<ReturnType<typeof requestOrganisation>>
beforeAll(async () => {
  organisation = await requestOrganisation()
  // Opens the sessions before the race starts.
  const { sender, originManager, recipient, responsible, manager } = organisation
  for (const person of [sender, originManager, recipient, responsible, manager]) {
    await organisation.as(person).get('/api/nowhere')
  }
})
afterAll(async () => {
  expect(await findBrokenInvariants(organisation.db)).toEqual([])
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
const ended = 'Este pedido de prazo foi encerrado, porque o item não está mais pendente'
const returned = 'Este item já foi retornado'
const open = 'Este item já tem um pedido de prazo aberto'
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
    ...{ sentences: [open], refused: 1 },
  },
  { title: 'ask and return', isAsked: false, one: asks, other: returns, sentences: [returned], refused: 0 },
  { title: 'grant and deny', isAsked: true, one: grants, other: denies, sentences: [decided], refused: 1 },
  { title: 'grant and grant', isAsked: true, one: grants, other: grants, sentences: [decided], refused: 1 },
  { title: 'grant and return', isAsked: true, one: grants, other: returns, sentences: [ended], refused: 0 },
  {
    ...{ title: 'deny and cancel', isAsked: true, one: denies, other: cancels, sentences: [ended], refused: 0 },
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
  for (let round = 0; round < 6; round += 1) {
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
