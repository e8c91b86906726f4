import { type ActContext, isAway, isOut, path, reason, settle } from './act-context.test-setup.ts'
import { plus } from './calendar-model.test-setup.ts'
import { done } from './organisation.test-setup.ts'
import type { ModelItem } from './reminder-model.test-setup.ts'

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
      Object.assign(item, { due: date, isSetByHand: true })
      // An extension that gives what was asked for grants the request.
      if (item.requested && date >= item.requested) item.requested = null
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
