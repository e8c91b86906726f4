import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../shared/civil-date.ts'
import { businessDaysSince } from '../shared/due-date.ts'
import { receiptBusinessDays, receiptThresholds } from './receipt-rules.ts'
import { businessDayOf } from './reminder-rules.ts'
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
