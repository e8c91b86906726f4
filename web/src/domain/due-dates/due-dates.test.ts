import { describe, expect, it } from 'vitest'
import { changeWords, countWords, runsOf } from './explanation-words.ts'
import { typicalWords } from './typical-words.ts'

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
