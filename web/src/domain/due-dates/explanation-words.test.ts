import { expect, it } from 'vitest'
import { changeWords, countWords, runsOf } from './explanation-words.ts'

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
