import { describe, expect, it } from 'vitest'
import { readFlag, readHeader } from './import-columns.ts'

describe('the titles', () => {
  it('are known by other names, without accents and in any case', () => {
    const { positions, missing, ignored } = readHeader('suppliers', [
      ' razao_social',
      'cnpj',
      'ESTADO',
      'Município',
      'Obs.',
      '',
      'Nome',
    ])
    expect(Object.fromEntries(positions)).toEqual({ companyName: 0, cnpj: 1, state: 2, city: 3 })
    expect([missing, ignored]).toEqual([[], ['Obs.']])
  })

  it('that are missing are named', () => {
    expect(readHeader('users', ['Nome', 'Email']).missing).toEqual(['Departamento'])
  })
})

it.each([
  ['Sim', true],
  [' ATIVO ', true],
  ['1', true],
  ['Não', false],
  ['inativo', false],
  ['', undefined],
  ['talvez', 'talvez'],
])('%j is %j', (cell, expected) => expect(readFlag(cell)).toBe(expected))
