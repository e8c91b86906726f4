import type { TestApp } from '../../../test/app.ts'
import type { Random } from '../../../test/random-organisation.ts'
import {
  type Day,
  dueAfter,
  follow,
  type ModelItem,
  type ModelProtocol,
  plus,
  type ReminderModel,
} from './model.test-setup.ts'
import { type Category, done, type Organisation } from './organisation.test-setup.ts'

/** What every act works with: the application, the model that must agree with it, and where chance comes from. */
export interface ActContext {
  test: TestApp
  model: ReminderModel
  organisation: Organisation
  random: Random
  /** Today, in the simulation. */
  today: () => Day
  /** Counts an act by its name. */
  count: (name: string, times?: number) => void
}

/** The reason that every act gives. */
export const reason = 'Combinado por telefone'

export const isOut = (item: ModelItem) => item.isPending && item.protocol.isOpen
export const isAway = (item: ModelItem) => item.next !== null

/** The item no longer has to come back. */
export const settle = (item: ModelItem) => {
  item.isPending = false
}

/** The address of a call about an item. */
export const path = (item: ModelItem, verb: string) => `/api/protocols/items/${item.id}/${verb}`

/** Acts upon one item. */
export function itemActs({ organisation, random: { below }, today, count }: ActContext) {
  return {
    async giveBack(item: ModelItem) {
      if (!isOut(item) || !item.protocol.isReceived || item.due === null || isAway(item)) return
      await done(organisation.actor(item.protocol.destination).post(path(item, 'return')))
      settle(item)
      count('returns')
      if (item.before) {
        await done(organisation.actor(item.protocol.origin).post(path(item, 'complete')))
        item.before.next = null
      }
    },

    /** Sets or extends the due date. */
    async extend(item: ModelItem) {
      if (!isOut(item)) return
      const from = item.due === null || item.due < today() ? today() : item.due
      const date = plus(from, 1 + below(12))
      if (item.before?.due && date > item.before.due) return
      const body = { return_date: date, reason }
      await done(organisation.actor(item.protocol.origin).put(path(item, 'due-date'), body))
      item.granted = date
      follow(item)
      count('extensions')
    },

    async cancelItem(item: ModelItem) {
      if (!isOut(item) || isAway(item)) return
      await done(organisation.actor(item.protocol.origin).post(path(item, 'cancel'), { reason }))
      settle(item)
      if (item.before) item.before.next = null
      count('cancelled items')
    },

    /** A Gestor gives an item to somebody, or to somebody else. */
    async entrust(item: ModelItem) {
      const manager = organisation.manager(item.protocol.destination)
      const person = organisation.pickActive(item.protocol.destination)
      if (!isOut(item) || !item.protocol.isReceived || !manager || person.id === item.responsible) return
      if (item.responsible === null) {
        await done(organisation.as(manager.id).put(path(item, 'assign'), { userId: person.id }))
      } else await done(organisation.as(manager.id).post(path(item, 'transfer'), { newUserId: person.id }))
      item.responsible = person.id
      count('entrusted items')
    },
  }
}

/** Acts upon whole protocols. */
export function protocolActs({ test: { db }, model, organisation, random: { pick }, today, count }: ActContext) {
  /** The rows of a protocol that the API has created, as the model expects them. */
  async function adopt(
    id: number,
    fields: Omit<ModelProtocol, 'id' | 'isReceived' | 'isOpen'>,
    categories: Map<string, Category>,
    from: ModelItem[] = [],
  ) {
    const protocol: ModelProtocol = { ...fields, id, isReceived: false, isOpen: true }
    model.protocols.set(id, protocol)
    const rows = await db
      .selectFrom('items')
      .select(['id', 'documentNumber', 'forwardedFromItemId'])
      .where('protocolId', '=', id)
      .orderBy('position')
      .execute()
    return rows.map((row) => {
      const document = row.documentNumber ?? ''
      const before = from.find((item) => item.id === row.forwardedFromItemId) ?? null
      const ofCategory = before ? before.count : (categories.get(document)?.count ?? null)
      const item: ModelItem = {
        ...{ id: row.id, protocol, document, count: ofCategory, responsible: null },
        due: model.firstDue(ofCategory, protocol.sentOn, before),
        ...{
          isPending: true,
          counted: ofCategory && dueAfter(protocol.sentOn, ofCategory, model.holidays),
          granted: null,
          silencing: new Set<number>(),
          reported: new Set<string>(),
          requested: null,
          before,
          next: null,
        },
      }
      if (before) before.next = item
      model.items.set(item.id, item)
      return item
    })
  }

  return {
    adopt,

    /** A protocol sent through the form. */
    async send(origin: number, destination: number, items: { document: string; category: Category }[]) {
      const creator = organisation.pickActive(origin)
      const body = await done(
        organisation.as(creator.id).post('/api/protocols', {
          remarks: 'Contratos para assinatura',
          ...{ origin_department_id: origin, destination_department_id: destination, requires_return: true },
          items: items.map(({ document, category }) => ({
            ...{ item_type_id: organisation.itemTypeId, category_id: category.id, document_number: document },
            reason: 'Assinar',
          })),
        }),
      )
      count('sent through the form')
      const categories = new Map(items.map(({ document, category }) => [document, category]))
      return adopt(body.protocol_id, { origin, destination, creator: creator.id, sentOn: today() }, categories)
    },

    async receive(protocol: ModelProtocol) {
      if (protocol.isReceived || !protocol.isOpen) return
      await done(organisation.actor(protocol.destination).post(`/api/protocols/${protocol.id}/receive`))
      protocol.isReceived = true
      count('receipts')
    },

    async cancelProtocol(protocol: ModelProtocol) {
      const items = [...model.items.values()].filter((item) => item.protocol === protocol)
      if (!protocol.isOpen || items.some(isAway) || items.some(({ before }) => before)) return
      await done(organisation.actor(protocol.origin).post(`/api/protocols/${protocol.id}/cancel`, { reason }))
      protocol.isOpen = false
      count('cancelled protocols')
    },

    /** Passes the items of a protocol on to a third department. */
    async passOn(items: readonly ModelItem[]) {
      const chosen = items.filter((item) => isOut(item) && !isAway(item) && item.due !== null)
      const protocol = chosen[0]?.protocol
      if (!protocol?.isReceived || protocol.sentOn === today()) return []
      const { origin: here, destination: holder } = protocol
      const destination = pick(organisation.departments.filter((id) => id !== here && id !== holder))
      const creator = organisation.pickActive(holder)
      const body = await done(
        organisation.as(creator.id).post(`/api/protocols/${protocol.id}/forward`, {
          ...{ destination_department_id: destination, remarks: 'Para parecer', item_ids: chosen.map(({ id }) => id) },
        }),
      )
      count('passed on')
      const fields = { origin: holder, destination, creator: creator.id, sentOn: today() }
      return adopt(body.protocol_id, fields, new Map(), chosen)
    },
  }
}
