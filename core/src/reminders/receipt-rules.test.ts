import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../shared/civil-date.ts'
import { businessDaysSince } from '../shared/due-date.ts'
import { receiptBusinessDays, receiptThresholds } from './receipt-rules.ts'
import { businessDayOf } from './reminder-rules.ts'

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
