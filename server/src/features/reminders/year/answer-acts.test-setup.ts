import { expect } from 'vitest'
import { composeReminder } from '../../../domain/mail/compose-mail.ts'
import type { TestApp } from '../../../test/app.ts'
import { type ActContext, isAway, isOut, itemActs, path, protocolActs, reason, settle } from './item-acts.test-setup.ts'
import type { Mail } from './ledger.test-setup.ts'
import { type Day, follow, type ModelItem, plus } from './model.test-setup.ts'
import { done } from './organisation.test-setup.ts'

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
function answerActs({ test, model, organisation, random: { below, pick }, today, count }: ActContext) {
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
