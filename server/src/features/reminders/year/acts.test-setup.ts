import { expect } from 'vitest'
import { composeReminder } from '../../../domain/mail/compose-mail.ts'
import type { TestApp } from '../../../test/app.ts'
import type { Random } from '../../../test/random.ts'
import type { Mail } from './ledger.test-setup.ts'
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

/** The links of one line of a reminder. */
export interface AnswerLink {
  protocolId: number
  document: string
  token: string
}

/** Writes the mail of a reminder as the server does when it sends it, and reads the first link of each line. */
export async function linksIn({ app, db, clock }: TestApp, order: Mail): Promise<AnswerLink[]> {
  const mail = await composeReminder(db, app.settings, order, clock.now())
  const lines = mail?.text.matchAll(/^- .*?(D-\d+).*\n.*\n.*\/protocolos\/(\d+)\n.*\/responder#(\S+)$/gm) ?? []
  return [...lines].map(([, document = '', protocolId, token = '']) => ({
    ...{ protocolId: Number(protocolId), document, token },
  }))
}

const silencing = ['claimed_returned', 'lost', 'missing']

/** What holders report and ask for, by themselves or by answering a reminder, and how the origin settles it. */
export function answerActs({ test, model, organisation, random: { below, pick }, today, count }: ActContext) {
  /** A later day that may be asked for; undefined when there is none. */
  function laterDate({ due, before }: ModelItem): Day | undefined {
    if (due === null) return undefined
    const date = within(before, plus(due < today() ? today() : due, 1 + below(10)))
    return date > due && date >= today() ? date : undefined
  }
  /** An occurrence was opened. */
  function reported(item: ModelItem, kind: string, id: number) {
    item.reported.add(kind)
    if (silencing.includes(kind)) item.silencing.add(id)
    return async () => {
      if (!isOut(item)) return
      const canEnd = item.protocol.isReceived && item.due !== null && !isAway(item)
      const outcome = pick(canEnd ? ['found', 'unfounded', 'returned', 'written_off'] : ['found', 'unfounded'])
      const resolve = `/api/occurrences/${id}/resolve`
      await done(organisation.actor(item.protocol.origin).post(resolve, { outcome, note: reason }))
      item.reported.delete(kind)
      item.silencing.delete(id)
      if (outcome === 'returned' || outcome === 'written_off') settle(item)
      if (outcome === 'returned' && item.before) {
        await done(organisation.actor(item.protocol.origin).post(path(item, 'complete')))
      }
      if (!item.isPending && item.before) item.before.next = null
      count('settled occurrences')
    }
  }

  /** More time was asked for. */
  function requested(item: ModelItem, date: Day, id: number) {
    item.requested = date
    return async () => {
      if (!isOut(item) || item.requested !== date) return
      const decide = (body: object) =>
        done(organisation.actor(item.protocol.origin).post(`/api/extension-requests/${id}/decide`, body))
      const granted = within(item.before, plus(date, below(3)))
      if (below(3) > 0 && granted > (item.due ?? '') && granted >= today()) {
        await decide({ decision: 'grant', return_date: granted })
        item.granted = granted
        follow(item)
        count('granted requests')
      } else {
        await decide({ decision: 'deny', note: reason })
        count('denied requests')
      }
      item.requested = null
    }
  }

  return {
    /** @returns how to settle it later */
    async report(item: ModelItem) {
      const kind = pick(['claimed_returned', 'claimed_returned', 'not_held', 'lost', 'damaged'])
      if (!isOut(item) || item.reported.has(kind)) return undefined
      const { id } = await done(
        organisation.actor(item.protocol.destination).post(path(item, 'occurrences'), { kind, description: reason }),
      )
      count(`occurrences: ${kind}`)
      return reported(item, kind, id)
    },

    /**
     * The holder asks for more time.
     *
     * @returns how the origin decides later
     */
    async askForTime(item: ModelItem) {
      const responsible = organisation.active(item.protocol.destination).find(({ id }) => id === item.responsible)
      const holder = responsible ?? organisation.manager(item.protocol.destination)
      const date = isOut(item) && !item.requested && holder && laterDate(item)
      if (!date) return undefined
      const body = { return_date: date, reason }
      const { id } = await done(organisation.as(holder.id).post(path(item, 'extension-requests'), body))
      count('requests for more time')
      return requested(item, date, id)
    },

    /**
     * Somebody follows a link of a reminder's mail and answers, if it still works.
     *
     * @returns how the origin settles what the answer caused
     */
    async answer({ protocolId, document, token }: AnswerLink, dueThen: Day | null) {
      const item = [...model.items.values()].find((one) => one.protocol.id === protocolId && one.document === document)
      const call = (body: object, path = '') =>
        // A caller has 30 calls a minute; these come from many places.
        test.anonymous.post(
          `/api/answers${path}`,
          { token, ...body },
          { 'x-forwarded-for': `10.${below(250)}.${below(250)}.${below(250)}` },
        )
      const opened = await call({}, '/open')
      if (!item || !isOut(item) || item.due !== dueThen) {
        expect(opened.status).toBe(410)
        count('links that were dead by then')
        return undefined
      }
      if (opened.status === 410) {
        // Of somebody who was away or moved meanwhile, or has answered already.
        count('links that were dead by then')
        return undefined
      }
      const choices: string[] = (await done(Promise.resolve(opened))).choices
      const date = laterDate(item)
      const answers = choices.filter((one) => one !== 'extension' || date)
      const answer = answers[below(answers.length)]
      if (!answer) return undefined
      await done(call({ answer, ...(answer === 'extension' && { return_date: date, note: reason }) }))
      // Links are for one use.
      expect((await call({ answer })).status).toBe(410)
      count(`answers by mail: ${answer}`)
      if (answer === 'extension') {
        const rows = test.db.selectFrom('extensionRequests').select('id').where('itemId', '=', item.id)
        const { id } = await rows.where('status', '=', 'aberto').executeTakeFirstOrThrow()
        return requested(item, date as Day, id)
      }
      const kind = answer === 'returned' ? 'claimed_returned' : 'not_held'
      const rows = test.db.selectFrom('occurrences').select('id').where('itemId', '=', item.id).where('kind', '=', kind)
      const { id } = await rows.where('status', '=', 'aberta').executeTakeFirstOrThrow()
      return reported(item, kind, id)
    },
  }
}

const within = (before: ModelItem | null, date: Day) => (before?.due && date > before.due ? before.due : date)

/** What changes about people and the calendar. */
export function organisationActs({
  test: { db },
  model,
  organisation,
  random: { below, pick },
  today,
  count,
}: ActContext) {
  return {
    /** Somebody leaves, comes back, moves, or switches reminders off or on. */
    async changePerson() {
      const away = organisation.changing().filter(({ isActive }) => !isActive)
      const person = below(3) === 0 && away.length > 0 ? pick(away) : pick(organisation.changing())
      const user = await db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
      const edit = (change: object) =>
        done(
          organisation.admin().put(`/api/users/${person.id}`, {
            ...{ uname: user.name, uemail: user.email, udpid: user.departmentId, ...change },
          }),
        )
      const what = below(3)
      if (what === 0) {
        await edit({ is_active: !person.isActive })
        person.isActive = !person.isActive
        count(person.isActive ? 'comebacks' : 'absences')
      } else if (what === 1 && person.isActive) {
        const department = pick(organisation.departments)
        await edit({ udpid: department })
        person.department = department
        count('moves to another department')
      } else if (person.isActive) {
        const wants = !person.wantsReminders
        await done(organisation.as(person.id).put('/api/auth/profile', { notify_item_return: wants }))
        person.wantsReminders = wants
        count(wants ? 'reminders switched on' : 'reminders switched off')
      }
    },

    /** A day becomes a local holiday or is one no longer, and open deadlines follow. */
    async changeHoliday(day: Day, isHoliday: boolean) {
      if (isHoliday)
        await done(organisation.admin().post('/api/calendar/holidays', { date: day, name: 'Ponto facultativo' }))
      else await done(organisation.admin().delete(`/api/calendar/holidays/${day}`))
      const change = isHoliday ? { added: day } : { removed: day }
      for (let remaining = 1; remaining > 0; ) {
        const body = await done(organisation.admin().post('/api/calendar/apply', { ...change, shorten: !isHoliday }))
        remaining = body.moved === 0 ? 0 : body.remaining
        count('deadlines moved by the calendar', body.moved)
      }
      model.changeHoliday(day, isHoliday, today(), !isHoliday)
      count('changes of the calendar')
    },
  }
}

/**
 * What people do to protocols, items and each other: each act calls the API and then changes the model in the same way.
 * An act that does not apply any more does nothing.
 */
export function acts(scene: Omit<ActContext, 'count'>) {
  /** Number of acts by name. */
  const counted: Record<string, number> = {}
  const count = (name: string, times = 1) => {
    counted[name] = (counted[name] ?? 0) + times
  }
  const context = { ...scene, count }
  return {
    counted,
    ...protocolActs(context),
    ...itemActs(context),
    ...answerActs(context),
    ...organisationActs(context),
  }
}

export type Acts = ReturnType<typeof acts>
