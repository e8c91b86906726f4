import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import { othersWaiting } from './others-waiting.tsx'
import { answeredUntil, requestActionsFor } from './request-actions.ts'

describe('others waiting', () => {
  const forwardedFrom = { department: 'Financeiro', protocolId: 3, itemId: 7 }

  it.each([
    ['nobody', {}, undefined, []],
    [
      'the department before, until its date',
      { forwardedFrom },
      [
        { id: 6, returnDate: '2026-11-30' },
        { id: 7, returnDate: '2026-12-01' },
      ],
      ['Financeiro, até 01/12/2026'],
    ],
    ['the department before, without a date', { forwardedFrom }, [{ id: 7, returnDate: null }], ['Financeiro']],
    [
      'the department before, whose protocol is not visible',
      { forwardedFrom: { ...forwardedFrom, itemId: null } },
      undefined,
      ['Financeiro'],
    ],
  ])('%s', (_, item, before, values) => {
    expect(othersWaiting(item, before).map(({ value }) => value)).toEqual(values)
  })
})

describe('request actions', () => {
  const holder = { id: 7, name: 'Rita', role: role.user, departmentId: 2 }
  const protocol = {
    ...{ originDepartmentId: 1, destinationDepartmentId: 2 },
    ...{ status: protocolStatus.inProgress, requiresReturn: true },
  }
  const goodFriday = new Set(['2026-04-03'])

  // proves 21.53
  it.each([
    ['in three days', '2026-04-07', '2026-04-10', undefined, true],
    ['in four days', '2026-04-07', '2026-04-11', undefined, false],
    ['after Easter, on the Thursday before, when it is reminded of', '2026-04-02', '2026-04-06', goodFriday, true],
    ['the day after', '2026-04-02', '2026-04-07', goodFriday, false],
    ['on that Thursday, while the holidays are not known', '2026-04-02', '2026-04-06', undefined, false],
    ['after a recess, on its first day', '2026-12-24', '2027-01-04', recess('2026-12-24', 31, 1), true],
    ['long ago', '2026-04-07', '2026-01-10', undefined, true],
  ])('an answer is offered for what is due %s', (_, today, returnDate, holidays, isOffered) => {
    const item = { status: itemStatus.pending, returnDate, responsibleId: 7 }
    const offered = requestActionsFor(holder, protocol, item, answeredUntil(today, holidays))
    expect(offered).toEqual(isOffered ? ['answer', 'moreTime'] : ['moreTime'])
  })

  /** Days off from a day in December until another one, and in January. */
  function recess(first: string, last: number, inJanuary: number): ReadonlySet<string> {
    const days = new Set<string>()
    for (let day = Number(first.slice(8)); day <= last; day += 1) days.add(`2026-12-${day}`)
    for (let day = 1; day <= inJanuary; day += 1) days.add(`2027-01-0${day}`)
    return days
  }
})
