import { describe, expect, it } from 'vitest'
import { choice, dateFilter, filter, flagFilter, idFilter, limitParam, oneOf, searchText } from './query.ts'

describe('a filter', () => {
  const colour = filter(oneOf(['azul', 'Verde']))

  // proves 12.11, V15.3.7
  it.each([undefined, null, '', 'all', 'ALL', 'todos', 'Todos', 'todas', 'Todas'])(
    'lets everything through: %j',
    (value) => expect(colour.parse(value)).toBeUndefined(),
  )

  // proves 12.11, V2.2.1
  it('takes what is on its list and nothing else', () => {
    expect(colour.parse('azul')).toBe('azul')
    expect(colour.safeParse('roxo').success).toBe(false)
  })

  // proves 4.14
  it('does not mind capitals', () => {
    expect(colour.parse('AZUL')).toBe('azul')
    expect(colour.parse('verde')).toBe('Verde')
  })

  it('does not mind how accents are encoded', () => {
    const status = filter(oneOf(['Concluído', 'Pendente']))
    expect(status.parse('CONCLUÍDO'.normalize('NFD'))).toBe('Concluído')
    expect(status.safeParse('Concluido').success).toBe(false)
  })
})

describe('a choice that is always made', () => {
  const status = choice(['all', 'Pendente', 'Retornado'], 'Pendente')

  it.each([
    [undefined, 'Pendente'],
    ['', 'Pendente'],
    ['Todos', 'all'],
    ['all', 'all'],
    ['Retornado', 'Retornado'],
    ['retornado', 'Retornado'],
  ])('reads %j as %s', (value, meaning) => expect(status.parse(value)).toBe(meaning))

  it('has no words of its own beyond the list', () => {
    for (const value of ['devolvido', 'x', 5, ['all']]) expect(status.safeParse(value).success).toBe(false)
    expect(choice(['week', 'month'], 'month').parse('all')).toBe('month')
  })
})

describe('how many a list is asked for', () => {
  it.each([
    [undefined, 10],
    ['', 10],
    ['muitas', 10],
    ['2.5', 10],
    ['5', 5],
    ['0', 10],
    ['-3', 10],
    ['0x5', 10],
    ['5e0', 10],
    [' 5 ', 10],
    ['+5', 10],
    ['05', 5],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
  ])('%s means %i', (limit, count) => expect(limitParam(10, 100).parse(limit)).toBe(count))
})

describe('a search text', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    [7, undefined],
    ['\u0000', undefined],
    [' Ofício 12 ', 'Ofício 12'],
    ['a\u0000b', 'ab'],
    ['a'.repeat(201), 'a'.repeat(200)],
    // The cut goes through no character.
    [`${'a'.repeat(199)}😀`, 'a'.repeat(199)],
    [`${'a'.repeat(198)}😀`, `${'a'.repeat(198)}😀`],
  ])('%j is read as %j', (typed, text) => expect(searchText.parse(typed)).toBe(text))
})

it.each([
  [1, 1],
  ['1', 1],
  [true, 1],
  ['true', 1],
  [0, undefined],
  ['0', undefined],
  ['false', undefined],
  ['all', undefined],
])('a filter that is on or off: %j', (value, read) => expect(flagFilter.parse(value)).toBe(read))

it.each(['2', 'sim', -1])('is neither on nor off: %j', (value) =>
  expect(flagFilter.safeParse(value).success).toBe(false),
)

const idsOfNothing = ['0', '-1', '1.5', '2147483648', 'x', '0x1', '1e0', '+1', ' 1 ', '1.0', true, ['1']]
// proves 12.11
it.each(idsOfNothing)('is the id of nothing: %j', (value) => expect(idFilter.safeParse(value).success).toBe(false))

it.each([1, '1', '001'])('is the id of 1: %j', (value) => expect(idFilter.parse(value)).toBe(1))

it.each(['2026-02-29', '29/02/2028', '2026-1-1', '0000-01-01'])('is no day: %j', (value) =>
  expect(dateFilter.safeParse(value).success).toBe(false),
)
