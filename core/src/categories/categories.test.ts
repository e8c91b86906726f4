import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readWire } from '../shared/renamed.ts'
import { canDeleteCategory, categoryInput, returnDaysLabel } from './category.ts'
import { categoryInputWire, categoryWire, readCategories } from './category.wire.ts'

describe('category rules', () => {
  it('a category that protocols have stays', () => {
    expect(canDeleteCategory({ protocolsCount: 0 }).allowed).toBe(true)
    expect(canDeleteCategory({ protocolsCount: 1 })).toMatchObject({
      allowed: false,
      message: 'Não é possível excluir categorias com protocolos associados',
    })
  })

  // proves 2.12.3
  it.each([
    [15, '15 dias'],
    [1, '1 dias'], // contract 2.12.3 says '{n} dias', to the letter
    [0, 'Não se aplica'],
    [null, 'Não se aplica'],
    [undefined, 'Não se aplica'],
  ])('%j days of return are shown as %j', (days, label) => expect(returnDaysLabel(days)).toBe(label))
})

describe('category', () => {
  const form = { name: ' Empréstimo ', returnDays: '15', dayCount: 'Dias corridos', color: '#0fa3b1' }

  it('a filled form becomes the body of a request, and the body the same category', () => {
    const values = categoryInput.parse(form)
    const body = z.encode(categoryInputWire, values)
    expect(body).toEqual({
      ctname: 'Empréstimo',
      return_days: 15,
      category_parameter: 'Dias corridos',
      color: '#0fa3b1',
    })
    expect(z.decode(categoryInputWire, body)).toEqual(values)
  })

  it.each([
    [null, null],
    ['', null],
    [' ', null],
    [undefined, null],
    [1, 1],
    ['15', 15],
    [3650, 3650],
  ])('%j as days of return means %j', (returnDays, expected) =>
    expect(categoryInput.parse({ ...form, returnDays }).returnDays).toBe(expected),
  )

  // proves 5.5.2, 9.11
  it.each<unknown[]>([
    ['name', undefined, 'Nome da categoria é obrigatório'],
    ['name', '  ', 'Nome da categoria é obrigatório'],
    ...[0, -1, '0', 1.5, 'cinco', true].map((days) => ['returnDays', days, 'Dias de retorno deve ser maior que zero']),
    ['returnDays', 3651, 'Dias de retorno deve ser no máximo 3650'],
    ...[undefined, null, 'Dias'].map((dayCount) => ['dayCount', dayCount, 'Tipo de dias é obrigatório']),
    ...['red', '#12345'].map((color) => ['color', color, 'Cor inválida']),
  ])('refuses a category whose %s is %j', (field, value, sentence) =>
    expect(categoryInput.safeParse({ ...form, [String(field)]: value }).error?.issues).toMatchObject([
      { path: [field], message: sentence },
    ]),
  )

  // proves 3.15
  it('answers carry the identity under both names', () => {
    const category = {
      id: 7,
      name: 'A',
      returnDays: null,
      dayCount: 'Dias úteis' as const,
      color: null,
      protocolsCount: 2,
    }
    const wire = z.encode(categoryWire, { ...category, sameId: 7 })
    expect(wire).toMatchObject({ ctid: 7, id: 7, ctname: 'A', return_days: null, protocols_count: 2 })
    expect(readWire(categoryWire, wire)).toEqual({ ...category, sameId: 7 })
  })

  // proves 3.15
  it('a list may name its categories and their identity otherwise', () => {
    const read = readCategories([
      { id: 7, category_name: 'A', return_days: 5 },
      { ctid: 8, id: 8, ctname: 'B' },
      { id: 9 },
    ])
    expect(read).toMatchObject([{ id: 7, name: 'A', returnDays: 5 }, { id: 8, name: 'B' }, { id: 9 }])
    expect(readCategories(null)).toBeNull()
  })
})
