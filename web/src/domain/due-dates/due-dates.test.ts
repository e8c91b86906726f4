import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import { describe, expect, it } from 'vitest'
import { changeWords, countWords, runsOf } from './explanation.tsx'
import { dayWords } from './requests/later-date-field.tsx'
import { othersWaiting } from './requests/others-waiting.tsx'
import { answeredUntil, requestActionsFor } from './requests/request-actions.ts'
import { typicalWords } from './typical-hint.tsx'

describe('explanation words', () => {
  const explanation = {
    ...{
      returnDate: '2026-11-27',
      originalReturnDate: null,
      start: '2026-11-19',
      days: 5,
      dayCount: 'Dias úteis' as const,
    },
    ...{ skipped: [], changes: [], cappedBy: null, sentence: '' },
  }

  // proves 21.45
  it.each([
    [explanation, '5 dias úteis a partir de 19/11/2026'],
    [{ ...explanation, days: 1 }, '1 dia útil a partir de 19/11/2026'],
    [{ ...explanation, days: 1, dayCount: 'Dias corridos' as const }, '1 dia corrido a partir de 19/11/2026'],
    [{ ...explanation, days: 30, dayCount: 'Dias corridos' as const }, '30 dias corridos a partir de 19/11/2026'],
    [{ ...explanation, start: null, days: null, dayCount: null }, null],
  ])('says what was counted', (of, words) => expect(countWords(of)).toBe(words))

  const change = { from: '2026-11-27', to: '2026-12-04', by: 'Ana Lima', at: '2026-11-25T12:00:00Z', reason: null }

  // proves 21.45
  it.each([
    [{ ...change, kind: 'extension' as const }, 'prorrogado por Ana Lima, em 25/11/2026'],
    [{ ...change, from: null, kind: 'extension' as const }, 'definido por Ana Lima, em 25/11/2026'],
    [{ ...change, kind: 'request' as const }, 'concedido por Ana Lima, a pedido, em 25/11/2026'],
    [{ ...change, kind: 'calendar' as const }, 'mudança do calendário, por Ana Lima, em 25/11/2026'],
    [{ ...change, kind: 'edit' as const }, 'categoria alterada por Ana Lima, em 25/11/2026'],
    [{ ...change, by: null, kind: 'edit' as const }, 'com o departamento anterior, em 25/11/2026'],
  ])('says who changed it: %j', (one, words) => expect(changeWords(one)).toBe(words))

  // proves 21.45
  it('names each day that was skipped, and a weekend once', () => {
    const days = [
      { date: '2026-11-20', reason: 'Consciência Negra' },
      { date: '2026-11-21', reason: 'sábado' },
      { date: '2026-11-22', reason: 'domingo' },
      { date: '2026-11-28', reason: 'sábado' },
    ]
    expect(runsOf(days)).toEqual([
      { dates: '20/11', reason: 'Consciência Negra' },
      { dates: '21/11 e 22/11', reason: 'fim de semana' },
      { dates: '28/11', reason: 'sábado' },
    ])
  })
})

describe('typical words', () => {
  const typical = {
    ...{
      sample: 1042,
      medianDays: 6,
      p80Days: 9,
      dayCount: 'Dias úteis' as const,
      onTimeRate: 0.714,
      categoryDays: 10,
    },
  }
  const unknown = { medianDays: null, p80Days: null, onTimeRate: null }

  // proves 21.47
  it.each([
    [typical, 'Costuma voltar em 6 dias úteis; 8 em cada 10, em até 9. No prazo: 71% de 1.042 devoluções em um ano.'],
    [
      { ...typical, sample: 10, medianDays: 1, p80Days: 1, onTimeRate: 1, dayCount: 'Dias corridos' as const },
      'Costuma voltar em 1 dia corrido. No prazo: 100% de 10 devoluções em um ano.',
    ],
    [
      { ...typical, sample: 10, medianDays: 0, p80Days: 2.5, onTimeRate: 0.5 },
      'Costuma voltar no mesmo dia; 8 em cada 10, em até 2,5. No prazo: 50% de 10 devoluções em um ano.',
    ],
    [{ ...typical, ...unknown, sample: 9 }, 'Só 9 devoluções em um ano: pouco para dizer o que é habitual.'],
    [{ ...typical, ...unknown, sample: 1 }, 'Só 1 devolução em um ano: pouco para dizer o que é habitual.'],
    [{ ...typical, ...unknown, sample: 0 }, null],
  ])('%j', (of, words) => expect(typicalWords(of)).toBe(words))
})

describe('the note below a day', () => {
  const holidays = new Map([
    ['2026-12-25', 'Natal'],
    ['2026-11-15', 'Proclamação da República'],
    ['2026-12-01', ''],
  ])

  // proves 17.48
  it.each([
    ['2026-11-23', undefined],
    ['2026-11-28', '28/11/2026 é um sábado: não é dia útil.'],
    ['2026-11-29', '29/11/2026 é um domingo: não é dia útil.'],
    ['2026-12-25', '25/12/2026 é feriado (Natal): não é dia útil.'],
    ['2026-11-15', '15/11/2026 é um domingo e feriado (Proclamação da República): não é dia útil.'],
    ['2026-12-01', '01/12/2026 é feriado: não é dia útil.'],
  ])('says of %s: %s', (day, words) => expect(dayWords(day, holidays)).toBe(words))
})

describe('requests for more time', () => {
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
})
