import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { supplierInput, supplierSearch } from './supplier.ts'
import { supplierInputWire } from './supplier.wire.ts'
import { supplierFilter } from './supplier-filter.ts'

it('a filled form becomes the body of a request, with the CNPJ and the state as they are stored', () => {
  const values = supplierInput.parse({
    cnpj: '11.222.333/0001-81',
    code: '',
    store: null,
    companyName: ' Papelaria ',
    state: 'sp',
    city: 'Itu',
    isActive: false,
  })
  expect(z.encode(supplierInputWire, values)).toEqual({
    cnpj: '11222333000181',
    code: '',
    store: null,
    company_name: 'Papelaria',
    state: 'SP',
    city: 'Itu',
    is_active: false,
  })
})

// proves 5.5.4
it.each<[unknown, string]>([
  [undefined, 'Estado é obrigatório'],
  ['', 'Estado é obrigatório'],
  ...['S', 'SPA', 'ß', 'ŉ', '12'].map((state): [unknown, string] => [state, 'Estado deve ter 2 caracteres (ex: SP)']),
])('refuses the state %j', (state, sentence) =>
  expect(supplierInput.shape.state.safeParse(state).error?.issues).toMatchObject([{ message: sentence }]),
)

// proves 12.10
describe('what a list is asked for', () => {
  it.each([
    [{}, { page: 1 }],
    [{ status: 'all', search: '  ', page: '3' }, { page: 3 }],
    [
      { status: 'inactive', search: ' pão ' },
      { page: 1, status: 'inactive', search: 'pão' },
    ],
  ])('%j → %j', (query, expected) => expect(supplierFilter.parse(query)).toEqual(expected))

  it.each([
    [{ q: 'ab' }, { q: 'ab', limit: 50 }],
    [
      { q: 'ab', limit: '20' },
      { q: 'ab', limit: 20 },
    ],
    [
      { q: 'ab', limit: '51' },
      { q: 'ab', limit: 50 },
    ],
    [{ limit: 'muitos' }, { limit: 50 }],
  ])('%j → %j', (query, expected) => expect(supplierSearch.parse(query)).toEqual(expected))
})
