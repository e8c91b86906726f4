import { type TodayFact, todayFacts } from '@malote/core/dashboard/dashboard.ts'
import { describe, expect, it } from 'vitest'
import { changeWords } from './change-words.ts'
import { shortList } from './dashboard.api.ts'
import { dashboardSearch, periodOf } from './dashboard-search.ts'
import { factsOf, linkTo, ownFact } from './day-words.ts'

describe('change words', () => {
  it.each([
    [12, '12 a mais que no período anterior'],
    [-1, '1 a menos que no período anterior'],
    [-1234, '1.234 a menos que no período anterior'],
    [0, 'igual ao período anterior'],
  ])('a difference of %d', (difference, words) => expect(changeWords(difference)).toBe(words))
})

describe('dashboard search', () => {
  it.each([
    [undefined, 'month'],
    ['month', 'month'],
    ['year', 'year'],
    ['century', 'month'],
    [7, 'month'],
  ])('the period %s in the address is %s', (period, expected) =>
    expect(periodOf(dashboardSearch({ period }))).toBe(expected),
  )
})

describe('short list', () => {
  it.each([
    ['', ''],
    ['abc', 'abc'],
    ['ABCDEFG', 'ABCDE'],
    ['abcdefg', 'abcde'],
    ['ABCDEFabcd', 'ABCab'],
    ['ABCDEFa', 'ABCDa'],
    ['Aabcdefg', 'Aabcd'],
  ])('of %s, with the late ones in capitals, shows %s', (rows, shown) => {
    expect(shortList([...rows], (row) => row === row.toUpperCase()).join('')).toBe(shown)
  })
})

describe('today words', () => {
  const today = (count: number, others = 0) =>
    Object.fromEntries(
      todayFacts.map((fact) => [fact, { count: fact === 'toReceive' ? count : others, path: `/${fact}` }]),
    ) as Record<TodayFact, { count: number; path: string }>

  const texts = (...counts: [number, number]) => factsOf(today(...counts)).map(({ text }) => text)

  // proves 17.70
  it('nothing is shown of what is zero', () => {
    expect(factsOf(today(0))).toEqual([])
    expect(factsOf({})).toEqual([])
    expect(factsOf(today(3))).toEqual([
      { fact: 'toReceive', count: 3, text: '3 protocolos a receber', path: '/toReceive' },
    ])
    expect(ownFact('mine')).toBeNull()
    expect(ownFact('mine', 0)).toBeNull()
    expect(ownFact('mine', 1)).toMatchObject({ text: '1 item comigo', path: '/retornos?responsible=me' })
  })

  // proves 17.70, 21.52
  it('one and several have their own words', () => {
    expect(texts(1, 1)).toEqual([
      '1 item atrasado',
      '1 item a devolver hoje',
      '1 protocolo a receber',
      '1 item a confirmar',
      '1 item sem responsável',
      '1 pedido de prazo a decidir',
      '1 ocorrência a resolver',
      '1 protocolo sem recebimento',
    ])
    expect(texts(2, 1200)).toEqual([
      '1.200 itens atrasados',
      '1.200 itens a devolver hoje',
      '2 protocolos a receber',
      '1.200 itens a confirmar',
      '1.200 itens sem responsável',
      '1.200 pedidos de prazo a decidir',
      '1.200 ocorrências a resolver',
      '1.200 protocolos sem recebimento',
    ])
  })

  it('the filters of a list are those of its path', () => {
    expect(linkTo('/retornos?side=toReturn&responsible=none')).toEqual({
      to: '/retornos',
      search: { side: 'toReturn', responsible: 'none' },
    })
    expect(linkTo('/protocolos')).toEqual({ to: '/protocolos', search: {} })
  })
})
