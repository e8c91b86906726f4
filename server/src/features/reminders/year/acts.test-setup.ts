import { answerActs } from './answer-acts.test-setup.ts'
import { type ActContext, itemActs, protocolActs } from './item-acts.test-setup.ts'
import type { Day } from './model.test-setup.ts'
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
