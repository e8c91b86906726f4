import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { protocolStatus } from '../protocols/protocol-status.ts'
import { addDays } from '../shared/civil-date.ts'
import { dayCount } from '../shared/due-date.ts'
import type { Verdict } from '../shared/verdict.ts'
import { role } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { type DueInputs, deriveDueDate, recounted } from './derive-due-date.ts'
import { dueDateProblem, dueLimitProblem, earliestDueDate } from './due-date-rules.ts'
import { requestStatus } from './extension-request.ts'
import { canAskForTime, canDecideRequest, grantProblem } from './extension-rules.ts'

describe('due date rules', () => {
  const today = '2026-11-21'

  // proves 11.9, 17.8
  it.each([
    ['2026-11-21', null, undefined],
    ['2026-11-20', null, 'A data deve ser hoje ou posterior.'],
    ['2026-11-28', '2026-11-27', undefined],
    ['2026-11-27', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
    ['2026-11-26', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
    ['2026-11-21', '2026-11-10', undefined],
    ['2026-11-21', '2026-11-21', 'O novo prazo deve ser posterior a 21/11/2026'],
    ['2026-11-22', '2026-11-21', undefined],
    ['2026-11-21', '2026-11-20', undefined],
    // Moving a past deadline to another past day would be late at once.
    ['2026-11-20', '2026-11-10', 'A data deve ser hoje ou posterior.'],
  ])('a due date of %s where it was %s: %s', (date, present, problem) => {
    expect(dueDateProblem(date, present, today)).toBe(problem)
  })

  it.each([
    [null, today],
    ['2026-11-20', today],
    [today, '2026-11-22'],
    ['2026-12-31', '2027-01-01'],
  ])('the earliest due date after %s is %s', (present, earliest) =>
    expect(earliestDueDate(present, today)).toBe(earliest),
  )

  const limit = { returnDate: '2026-12-01', department: 'Arquivo' }

  it.each([
    ['2026-12-02', null, undefined],
    ['2026-12-01', limit, undefined],
    ['2026-12-02', limit, 'O prazo não pode passar de 01/12/2026, quando o item volta a Arquivo.'],
  ])('a due date of %s within %j: %s', (date, within, problem) => expect(dueLimitProblem(date, within)).toBe(problem))
})

describe('extension rules', () => {
  const origin = 1
  const destination = 2
  const me = 7
  const protocol = {
    ...{ originDepartmentId: origin, destinationDepartmentId: destination },
    ...{ status: protocolStatus.inProgress, requiresReturn: true },
  }
  const item = { status: itemStatus.pending, returnDate: '2026-12-01', responsibleId: me }
  const viewer = (departmentId: number, personRole: Viewer['role'] = role.user): Viewer => ({
    ...{ id: me, name: 'Maria Souza', role: personRole, departmentId },
  })
  const codeOf = (verdict: Verdict) => (verdict.allowed ? 'ok' : verdict.code)

  describe('asking for more time', () => {
    it.each([
      ['the responsible user', viewer(destination), {}, {}, false, 'ok'],
      ['before it was received', viewer(destination), { status: protocolStatus.pending }, {}, false, 'ok'],
      ['while it is passed on', viewer(destination), {}, { forwardedTo: { department: 'Arquivo' } }, false, 'ok'],
      ['a colleague', viewer(destination), {}, { responsibleId: 9 }, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['a Gestor there', viewer(destination, role.manager), {}, { responsibleId: null }, false, 'ok'],
      ['an Admin there', viewer(destination, role.admin), {}, { responsibleId: 9 }, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['the origin', viewer(origin, role.manager), {}, {}, false, 'ONLY_HOLDER_ASKS_FOR_TIME'],
      ['a second time', viewer(destination), {}, {}, true, 'REQUEST_ALREADY_OPEN'],
      ['without a date', viewer(destination), {}, { returnDate: null }, false, 'ok'],
      ['once returned', viewer(destination), {}, { status: itemStatus.returned }, false, 'ITEM_ALREADY_RETURNED'],
      ['for what stays', viewer(destination), { requiresReturn: false }, {}, false, 'NOTHING_TO_RETURN'],
      ['closed', viewer(destination), { status: protocolStatus.cancelled }, {}, false, 'PROTOCOL_ALREADY_CANCELLED'],
    ] as const)('%s', (_, person, facts, itemFacts, hasOpen, code) => {
      expect(codeOf(canAskForTime(person, { ...protocol, ...facts }, { ...item, ...itemFacts }, hasOpen))).toBe(code)
    })
  })

  it.each([
    [origin, requestStatus.open, 'ok'],
    [origin, requestStatus.granted, 'REQUEST_ALREADY_DECIDED'],
    [origin, requestStatus.denied, 'REQUEST_ALREADY_DECIDED'],
    [origin, requestStatus.ended, 'REQUEST_ENDED'],
    [destination, requestStatus.open, 'ONLY_ORIGIN_DECIDES_REQUEST'],
  ] as const)('deciding, by department %s, of one that is %s: %s', (department, status, code) => {
    expect(codeOf(canDecideRequest(viewer(department), protocol, { status }))).toBe(code)
  })

  const limit = { returnDate: '2026-12-15', department: 'Arquivo' }
  const gone = 'O prazo pedido, 10/12/2026, já não é possível.'
  it.each([
    ['2026-12-10', '2026-12-01', null, undefined],
    ['2026-12-05', '2026-12-01', null, undefined],
    ['2026-12-20', '2026-12-01', null, undefined],
    ['2026-12-01', '2026-12-01', null, 'O novo prazo deve ser posterior a 01/12/2026'],
    ['2026-11-20', '2026-11-01', null, 'A data deve ser hoje ou posterior.'],
    ['2026-12-16', '2026-12-01', limit, 'O prazo não pode passar de 15/12/2026, quando o item volta a Arquivo.'],
    ['2026-12-10', '2026-12-12', null, `${gone} O novo prazo deve ser posterior a 12/12/2026`],
    [
      ...(['2026-12-10', '2026-12-01', { ...limit, returnDate: '2026-12-08' }] as const),
      `${gone} O prazo não pode passar de 08/12/2026, quando o item volta a Arquivo.`,
    ],
  ] as const)('granting until %s what is due on %s, within %j', (date, returnDate, dueLimit, problem) => {
    expect(grantProblem(date, '2026-12-10', { returnDate, dueLimit }, '2026-11-21')).toBe(problem)
  })
})

describe('a due date', () => {
  it.each([
    ['without anything', null, null, null, { date: null, isHeldBack: false }],
    ['counted', '2026-12-02', null, null, { date: '2026-12-02', isHeldBack: false }],
    ['granted beyond the count', '2026-12-02', '2026-12-09', null, { date: '2026-12-09', isHeldBack: false }],
    ['counted beyond the grant', '2026-12-11', '2026-12-09', null, { date: '2026-12-11', isHeldBack: false }],
    ['within the limit', '2026-11-30', null, '2026-12-01', { date: '2026-11-30', isHeldBack: false }],
    ['on the limit', '2026-12-01', null, '2026-12-01', { date: '2026-12-01', isHeldBack: false }],
    ['after the limit', '2026-11-30', '2026-12-02', '2026-12-01', { date: '2026-12-01', isHeldBack: true }],
    ['without a date of its own', null, null, '2026-12-01', { date: '2026-12-01', isHeldBack: true }],
  ])('%s', (_, countedUntil, grantedUntil, limit, derived) => {
    expect(deriveDueDate({ countedUntil, grantedUntil }, limit)).toEqual(derived)
  })
})

const fiveDays = { from: '2026-11-19', days: 5, dayCount: dayCount.business }
/** With the holiday on the 20th. */
const counted: DueInputs = { count: fiveDays, countedUntil: '2026-11-27', grantedUntil: null }
const today = '2026-11-21'

describe('a count with the present calendar', () => {
  const anew = (
    holidays: string[],
    { inputs = counted, limit = null as string | null, shortens = false, on = today } = {},
  ) => {
    const { date: returnDate } = deriveDueDate(inputs, limit)
    const after = recounted({ inputs, returnDate, limit }, { holidays: new Set(holidays), shortens, today: on })
    return deriveDueDate(after, limit).date
  }

  // proves 11.7, 11.8
  it.each([
    ['moves on for a holiday on a day that it counted', anew(['2026-11-20', '2026-11-25']), '2026-11-30'],
    ['moves on for a holiday on its own day', anew(['2026-11-20', '2026-11-27']), '2026-11-30'],
    ['stays for a holiday on a weekend', anew(['2026-11-20', '2026-11-22']), '2026-11-27'],
    ['stays for a holiday before it began', anew(['2026-11-19', '2026-11-20']), '2026-11-27'],
    ['stays for a holiday after it ends', anew(['2026-11-20', '2026-11-30']), '2026-11-27'],
    ['stays as promised when a holiday goes', anew([]), '2026-11-27'],
    ['moves back when that is confirmed', anew([], { shortens: true }), '2026-11-26'],
    ['moves back to today', anew([], { shortens: true, on: '2026-11-26' }), '2026-11-26'],
    ['is not moved to before today', anew([], { shortens: true, on: '2026-11-27' }), '2026-11-27'],
    ['stays within its limit', anew(['2026-11-20', '2026-11-25'], { limit: '2026-11-27' }), '2026-11-27'],
    [
      'leaves a date set by hand',
      anew([], { inputs: { ...counted, count: null, countedUntil: null, grantedUntil: '2026-11-27' }, shortens: true }),
      '2026-11-27',
    ],
    [
      'leaves a grant that it does not pass',
      anew(['2026-11-20', '2026-11-25'], { inputs: { ...counted, grantedUntil: '2026-12-01' } }),
      '2026-12-01',
    ],
    [
      'passes a grant',
      anew(['2026-11-20', '2026-11-25', '2026-11-26'], { inputs: { ...counted, grantedUntil: '2026-11-30' } }),
      '2026-12-01',
    ],
  ])('%s', (_, date, expected) => expect(date).toBe(expected))
})

const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2026-11-01', n))
const count = fc.record({
  from: day,
  days: fc.integer({ min: 1, max: 30 }),
  dayCount: fc.constantFrom(...Object.values(dayCount)),
})
const inputs = fc
  .record({ count: fc.option(count), grantedUntil: fc.option(day) })
  .map(
    (given): DueInputs =>
      recounted(
        { inputs: { ...given, countedUntil: given.count?.from ?? null }, returnDate: null, limit: null },
        { holidays: new Set(), shortens: true, today: '2026-01-01' },
      ),
  )
/** A chain: each item continues the one before it. */
const chain = fc.array(inputs, { minLength: 1, maxLength: 10 })

const datesOf = (items: readonly DueInputs[]) => {
  let limit: string | null = null
  return items.map((item) => {
    const { date }: { date: string | null } = deriveDueDate(item, limit)
    limit = date ?? limit
    return date
  })
}

/** Applies a calendar down a chain, as a request does. */
function applied(items: readonly DueInputs[], holidays: ReadonlySet<string>, shortens: boolean): DueInputs[] {
  const before = datesOf(items)
  let limit: string | null = null
  return items.map((item, index) => {
    const after = recounted(
      { inputs: item, returnDate: before[index] ?? null, limit },
      { holidays, shortens, today: '2026-01-01' },
    )
    limit = deriveDueDate(after, limit).date ?? limit
    return after
  })
}

// proves 20.36
it('is never after that of an item before, however many hops', () => {
  fc.assert(
    fc.property(chain, fc.array(day), fc.boolean(), (items, holidays, shortens) => {
      const dates = datesOf(applied(items, new Set(holidays), shortens))
      for (const [index, date] of dates.entries()) {
        for (const before of dates.slice(0, index))
          if (before !== null) expect(date !== null && date <= before).toBe(true)
      }
    }),
  )
})

// proves 11.7
it('is the same whatever holidays were entered, applied or left before, in whatever order', () => {
  fc.assert(
    fc.property(chain, fc.array(fc.tuple(day, fc.boolean(), fc.boolean())), (items, entered) => {
      const holidays = new Set<string>()
      let sometimes = items
      for (const [holiday, isAdded, isApplied] of entered) {
        if (isAdded) holidays.add(holiday)
        else holidays.delete(holiday)
        if (isApplied) sometimes = applied(sometimes, holidays, false)
      }
      const once = applied(sometimes, holidays, true)
      expect(datesOf(once)).toEqual(datesOf(applied(items, holidays, true)))
      expect(datesOf(applied(once, holidays, true))).toEqual(datesOf(once))
    }),
  )
})
