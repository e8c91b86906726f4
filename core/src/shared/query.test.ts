import { describe, expect, it } from 'vitest'
import { choice, filter, limitParam, oneOf } from './query.ts'

describe('a filter', () => {
  const colour = filter(oneOf(['azul', 'Verde']))

  it.each([undefined, null, '', 'all', 'ALL', 'todos', 'Todos', 'todas', 'Todas'])(
    'lets everything through: %j',
    (value) => expect(colour.parse(value)).toBeUndefined(),
  )

  it('takes what is on its list and nothing else', () => {
    expect(colour.parse('azul')).toBe('azul')
    expect(colour.safeParse('roxo').success).toBe(false)
  })

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
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
  ])('%s means %i', (limit, count) => expect(limitParam(10, 100).parse(limit)).toBe(count))
})
