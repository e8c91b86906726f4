import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type CivilDate } from '../shared/civil-date.ts'
import { businessDaysSince, isBusinessDay } from '../shared/due-date.ts'
import {
  businessDayOf,
  type RemindableItem,
  type ReminderKind,
  type ReminderRole,
  receiptBusinessDays,
  receiptThresholds,
  reminderDue,
  reminderRoles,
} from './reminder-rules.ts'
import { dueDateWords, omittedWords, reminderReason, reminderTitle } from './reminder-words.ts'

describe('receipt rules', () => {
  const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2026-10-01', n))

  // proves 20.8
  it('a reminder is due exactly when enough business days have passed', () => {
    fc.assert(
      fc.property(day, day, fc.uniqueArray(day, { maxLength: 12 }), (sentOn, today, offs) => {
        const holidays = new Set(offs)
        const businessDay = businessDayOf(today, holidays)
        if (!businessDay || sentOn > today) return
        const thresholds = receiptThresholds(businessDay)
        const passed = businessDaysSince(sentOn, today, holidays)
        for (const kind of ['managers', 'creators', 'again'] as const) {
          expect(sentOn <= thresholds[kind]).toBe(passed >= receiptBusinessDays[kind])
        }
      }),
    )
  })

  it('the Gestores hear after two business days, the creator after four, and both again after five', () => {
    const holidays = new Set(['2026-11-20'])
    // Monday: Friday was a holiday.
    expect(receiptThresholds({ today: '2026-11-23', nextBusinessDay: '2026-11-24', holidays })).toEqual({
      ...{ managers: '2026-11-18', creators: '2026-11-16', again: '2026-11-15' },
    })
  })
})

describe('reminder words', () => {
  const today = '2026-11-19'

  describe('what a reminder says', () => {
    it.each([
      ['2026-11-20', 'vence amanhã'],
      ['2026-11-21', 'vence sábado (21/11)'],
      ['2026-11-23', 'vence segunda-feira (23/11)'],
      ['2026-11-19', 'vence hoje'],
      ['2026-11-18', 'atrasado há 1 dia (18/11/2026)'],
      ['2026-10-20', 'atrasado há 30 dias (20/10/2026)'],
    ])('of %s: %s', (due, words) => {
      expect(dueDateWords(due, today)).toBe(words)
    })

    const none = { overdue: 0, dueToday: 0, dueTomorrow: 0, coming: null }
    const coming = (first: string, last = first) => ({ first, last })
    it.each([
      [{ ...none, overdue: 1 }, '1 item atrasado'],
      [{ ...none, overdue: 2 }, '2 itens atrasados'],
      [{ ...none, dueToday: 1 }, '1 item vence hoje'],
      [{ ...none, dueTomorrow: 3, coming: coming('2026-11-20') }, '3 itens vencem amanhã'],
      [{ ...none, dueTomorrow: 1, coming: coming('2026-11-23') }, '1 item vence segunda-feira (23/11)'],
      [
        { ...none, dueTomorrow: 2, coming: coming('2026-11-20', '2026-11-23') },
        '2 itens vencem até segunda-feira (23/11)',
      ],
      [{ ...none, overdue: 2, dueToday: 1 }, '2 itens atrasados e 1 vence hoje'],
      [
        { overdue: 1, dueToday: 2, dueTomorrow: 1, coming: coming('2026-11-20') },
        '1 item atrasado, 2 vencem hoje e 1 vence amanhã',
      ],
    ])('%o: %s', (counts, title) => {
      expect(reminderTitle(counts, today)).toBe(title)
    })

    it.each([
      [['responsible'], true, 'responde por este item'],
      [
        ['stand-in for leaver'],
        true,
        'é gestor do departamento de destino e o responsável pelo item não está mais no departamento',
      ],
      [['responsible', 'creator'], false, 'responde por itens desta lista e criou protocolos com itens atrasados'],
    ] as const)('and why: %o', (reasons, isOneItem, words) => {
      expect(reminderReason(reasons, isOneItem)).toBe(words)
    })

    it.each([
      [0, 0, undefined],
      [1, 0, 'e mais 1 item'],
      [0, 2, 'e mais 2 protocolos'],
      [3, 1, 'e mais 3 itens e 1 protocolo'],
    ])('and how much it leaves out: %d, %d', (items, protocols, words) => {
      expect(omittedWords(items, protocols)).toBe(words)
    })
  })
})

const november = new Set(['2026-11-02', '2026-11-15', '2026-11-20'])

/** The reminder of a morning; 'off' on a day without reminders. */
function remindedOn(
  today: CivilDate,
  due: CivilDate,
  reminderRole: ReminderRole,
  reminded: RemindableItem['reminded'] = {},
) {
  const businessDay = businessDayOf(today, november)
  return businessDay ? (reminderDue({ dueDate: due, reminderRole, reminded }, businessDay) ?? 'nothing') : 'off'
}

describe('the reminder of a morning', () => {
  it.each([
    // Wednesday 18, Thursday 19, holiday on Friday 20, Monday 23 of November 2026
    ['two days before', '2026-11-17', '2026-11-19', 'nothing'],
    ['the day before', '2026-11-18', '2026-11-19', 'due_tomorrow'],
    ['the day itself', '2026-11-19', '2026-11-19', 'due_today'],
    ['due on a holiday, said the day before', '2026-11-19', '2026-11-20', 'due_tomorrow'],
    ['due on a Sunday, said on the last business day', '2026-11-19', '2026-11-22', 'due_tomorrow'],
    ['due after a long weekend, said before it', '2026-11-19', '2026-11-23', 'due_tomorrow'],
    ['due a day later', '2026-11-19', '2026-11-24', 'nothing'],
    ['a holiday', '2026-11-20', '2026-11-20', 'off'],
    ['a Saturday', '2026-11-21', '2026-11-20', 'off'],
    ['late since the holiday', '2026-11-23', '2026-11-20', 'overdue'],
    ['late for years', '2026-11-23', '2019-11-20', 'overdue'],
  ])('%s', (_case, today, due, expected) => {
    expect(remindedOn(today, due, 'responsible')).toBe(expected)
    expect(remindedOn(today, due, 'stand-in')).toBe(expected)
  })

  // proves 20.18
  it.each([
    ['creator', '2026-11-18', '2026-11-19', 'nothing'],
    ['creator', '2026-11-19', '2026-11-19', 'nothing'],
    ['creator', '2026-11-19', '2026-11-18', 'overdue'],
    // Due on Tuesday 17: late for one, two and, after holiday and weekend, three business days.
    ['settler', '2026-11-18', '2026-11-19', 'due_tomorrow'],
    ['settler', '2026-11-19', '2026-11-19', 'due_today'],
    ['settler', '2026-11-19', '2026-11-18', 'overdue'],
    ['settling manager', '2026-11-18', '2026-11-19', 'due_tomorrow'],
    ['manager', '2026-11-18', '2026-11-17', 'nothing'],
    ['manager', '2026-11-19', '2026-11-17', 'nothing'],
    ['manager', '2026-11-23', '2026-11-17', 'overdue'],
    ['manager', '2026-11-18', '2026-11-18', 'nothing'],
  ] as const)('of a %s on %s, due on %s: %s', (reminderRole, today, due, expected) => {
    expect(remindedOn(today, due, reminderRole)).toBe(expected)
  })

  it.each([
    ['announced already', '2026-11-18', '2026-11-19', { due_tomorrow: '2026-11-17' }, 'nothing'],
    ['announced, and now due', '2026-11-19', '2026-11-19', { due_tomorrow: '2026-11-18' }, 'due_today'],
    ['said this morning', '2026-11-19', '2026-11-19', { due_today: '2026-11-19' }, 'nothing'],
    ['late, said six days ago', '2026-11-17', '2026-11-10', { overdue: '2026-11-11' }, 'nothing'],
    ['late, said a week ago', '2026-11-18', '2026-11-10', { overdue: '2026-11-11' }, 'overdue'],
    ['late, a week ends on a holiday', '2026-11-20', '2026-11-10', { overdue: '2026-11-13' }, 'off'],
    ['late, the Monday after that', '2026-11-23', '2026-11-10', { overdue: '2026-11-13' }, 'overdue'],
  ])('%s', (_case, today, due, reminded, expected) => {
    expect(remindedOn(today, due, 'responsible', reminded)).toBe(expected)
  })
})

const days = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2026-09-01', n))
const calendars = fc.uniqueArray(days, { maxLength: 15 }).map((list) => new Set(list))

/** All reminders of one user about an unchanged item, business day by business day, skipping `absences`. */
function story(
  due: CivilDate,
  reminderRole: ReminderRole,
  holidays: ReadonlySet<CivilDate>,
  absences = new Set<CivilDate>(),
) {
  const heard: { day: CivilDate; kind: ReminderKind }[] = []
  const reminded: RemindableItem['reminded'] = {}
  for (let day = addDays(due, -30); day <= addDays(due, 60); day = addDays(day, 1)) {
    const businessDay = absences.has(day) ? undefined : businessDayOf(day, holidays)
    const kind = businessDay && reminderDue({ dueDate: due, reminderRole, reminded }, businessDay)
    if (!kind) continue
    reminded[kind] = day
    heard.push({ day, kind })
  }
  return heard
}

describe('whatever the calendar', () => {
  // proves 11.19
  it('nobody hears anything on a day off, nor twice on a day', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...reminderRoles), calendars, (due, reminderRole, holidays) => {
        const heard = story(due, reminderRole, holidays).map(({ day }) => day)
        expect(heard.every((day) => isBusinessDay(day, holidays))).toBe(true)
        expect(new Set(heard).size).toBe(heard.length)
      }),
    )
  })

  // proves 11.19
  it('whoever answers for an item is told before it is late, exactly once that it comes', () => {
    fc.assert(
      fc.property(days, calendars, (due, holidays) => {
        const heard = story(due, 'responsible', holidays)
        const before = heard.filter(({ kind }) => kind === 'due_tomorrow')
        expect(before).toHaveLength(1)
        expect(before.every(({ day }) => day < due)).toBe(true)
        const today = heard.filter(({ kind }) => kind === 'due_today').map(({ day }) => day)
        expect(today).toEqual(isBusinessDay(due, holidays) ? [due] : [])
      }),
    )
  })

  // proves 11.19
  it('a late item is spoken of on the first business day, and never more often than weekly', () => {
    fc.assert(
      fc.property(days, calendars, (due, holidays) => {
        const late = story(due, 'creator', holidays)
        let first = addDays(due, 1)
        while (!isBusinessDay(first, holidays)) first = addDays(first, 1)
        expect(late[0]).toEqual({ day: first, kind: 'overdue' })
        for (const [index, { day }] of late.slice(1).entries()) {
          expect(day >= addDays(late[index]?.day ?? '', 7)).toBe(true)
        }
      }),
    )
  })

  // proves 11.20
  it('a Gestor hears later than the creator, and after three business days', () => {
    fc.assert(
      fc.property(days, calendars, (due, holidays) => {
        const first = story(due, 'manager', holidays)[0]?.day ?? ''
        let late = 0
        for (let day = addDays(due, 1); day <= first; day = addDays(day, 1)) if (isBusinessDay(day, holidays)) late += 1
        expect(late).toBe(3)
      }),
    )
  })

  // proves 11.20
  it('what was missed while the server was off is not said later', () => {
    fc.assert(
      fc.property(days, calendars, fc.array(days, { maxLength: 40 }), (due, holidays, absences) => {
        const kinds = { due_tomorrow: (day: CivilDate) => day < due, due_today: (day: CivilDate) => day === due }
        for (const { day, kind } of story(due, 'responsible', holidays, new Set(absences))) {
          expect(kind === 'overdue' ? day > due : kinds[kind](day)).toBe(true)
        }
      }),
    )
  })
})
