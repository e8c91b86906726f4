import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkDigitsOf,
  cnpjField,
  cnpjIn,
  formatCnpj,
  hasValidCheckDigits,
  hasWrongCheckDigits,
  normaliseCnpj,
} from './cnpj.ts'
import { supplierInput, supplierInputWire, supplierSearch } from './supplier.ts'
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

const positions = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })

const digits = '0123456789'
const alphanumeric = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
const valid = (first12: string) => first12 + checkDigitsOf(first12)
const numericCnpj = positions(digits, 12).map(valid)
const anyCnpj = positions(alphanumeric, 12).map(valid)

describe('check digits', () => {
  it.each([
    ['00.000.000/0001-91', true],
    ['33.000.167/0001-01', true],
    ['11222333000181', true],
    ['12.ABC.345/01DE-35', true], // the example of the Receita Federal
    ['12.abc.345/01de-35', true],
    ['12.ABC.345/01DE-36', false],
    ['11.222.333/0001-82', false],
    ['11.222.333/0001-8', false],
    ['１１.222.333/0001-81', false],
    ['', false],
  ])('%s: %s', (text, expected) => expect(hasValidCheckDigits(text)).toBe(expected))

  // proves 11.23
  it.each([
    ['11.222.333/0001-82', true],
    ['12.ABC.345/01DE-99', true],
    ['11.222.333/0001-81', false],
    ['11.222.333/0001-8', false], // partly typed
    ['', false],
  ])('of %j are warned about: %s', (text, expected) => expect(hasWrongCheckDigits(text)).toBe(expected))

  // proves 11.23
  it('of every numeric or alphanumeric CNPJ verify, with and without the mask', () => {
    fc.assert(fc.property(anyCnpj, (cnpj) => hasValidCheckDigits(cnpj) && hasValidCheckDigits(formatCnpj(cnpj))))
  })

  it('notice one changed digit', () => {
    // The remainders 0 and 1 share the check digit 0; a CNPJ that ends in 00 can therefore hide a change by design.
    const others = numericCnpj.filter((cnpj) => !cnpj.endsWith('00'))
    fc.assert(
      fc.property(others, fc.nat(13), fc.integer({ min: 1, max: 9 }), (cnpj, index, step) => {
        const changed = String((Number(cnpj[index]) + step) % 10)
        return !hasValidCheckDigits(cnpj.slice(0, index) + changed + cnpj.slice(index + 1))
      }),
    )
  })
})

// proves 9.12
describe('the mask', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['112', '11.2'],
    ['112223', '11.222.3'],
    ['112223330', '11.222.333/0'],
    ['1122233300018', '11.222.333/0001-8'],
    ['11222333000181999', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['11,222 333x', '11.222.333/X'],
    ['ß11ſ２', '11'],
  ])('%j → %j', (typed, shown) => expect(formatCnpj(typed)).toBe(shown))

  it('is taken off again', () => {
    fc.assert(fc.property(anyCnpj, (cnpj) => normaliseCnpj(formatCnpj(cnpj)) === cnpj))
  })

  it('changes nothing when it is already there, and never grows beyond 18 characters', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const masked = formatCnpj(text)
        return masked.length <= 18 && formatCnpj(masked) === masked
      }),
    )
  })
})

describe('the CNPJ in a text', () => {
  it.each([
    '11222333000181',
    'CNPJ 11222333000181',
    'CNPJ11222333000181',
    'cnpj: 11.222.333/0001-81',
    'CNPJ nº 11.222.333/0001-81',
    'C.N.P.J. 11.222.333/0001-81',
    '\t11.222.333/0001-81\r\n',
    '11.222.333 / 0001 - 81',
    '11 222 333 0001 81',
    '11222333/0001-81',
    '11,222,333/0001-81',
    '11.222.333/0001–81', // an en dash
    '\u202a11.222.333/\u200b0001-81\u202c\ufeff',
    'CNPJ:\u00a011.222.333/0001-81',
    'Empresa X - 11.222.333/0001-81',
    'A Papelaria Ipê Ltda. (CNPJ 11.222.333/0001-81), CEP 01310-100, tel. (11) 99999-0000.',
    'CPF 123.456.789-09, CNPJ 11222333000181',
    'antes 11.222.333/0001-82, agora 11.222.333/0001-81',
    'Da Cia ABC CNPJ 11.222.333/0001-81',
  ])('%j is 11222333000181', (text) => expect(cnpjIn(text)).toBe('11222333000181'))

  it.each([
    ['CNPJ 12abc34501de35', '12ABC34501DE35'],
    ['CNPJ: 12.ABC.345/01DE-35, filial de 11.222.333/0001-82', '12ABC34501DE35'],
    ['CNPJ 11.222.333/0001-82', '11222333000182'], // wrong check digits are somebody's to correct
    ['da Cia ABC CNPJ 11.222.333/0001-82', '11222333000182'],
    ['CNPJ 1122233300018', null],
    ['112223330001811', null],
    ['Papelaria Ipê', null],
    ['', null],
  ])('%j: %s', (text, expected) => expect(cnpjIn(text)).toBe(expected))

  // proves 11.23
  it('is found behind every label and in every sentence, with and without the mask', () => {
    const before = fc.constantFrom('', 'CNPJ ', 'CNPJ', 'cnpj:\u00a0', 'CNPJ nº ', 'Papelaria Ipê Ltda, ', '(')
    const after = fc.constantFrom('', '.', ')', ' ', '\r\n', ', São Paulo', '\u200b')
    fc.assert(
      fc.property(before, anyCnpj, fc.boolean(), after, (label, cnpj, isMasked, rest) => {
        expect(cnpjIn(label + (isMasked ? formatCnpj(cnpj) : cnpj) + rest)).toBe(cnpj)
      }),
    )
  })
})

describe('the field', () => {
  const sentence = (value: unknown) => cnpjField.safeParse(value).error?.issues.map((issue) => issue.message)

  it.each([undefined, null, 12, '', '   ', './-'])('%j: CNPJ é obrigatório', (value) =>
    expect(sentence(value)).toEqual(['CNPJ é obrigatório']),
  )

  it.each([
    '1',
    '1122233300018',
    '112223330001811',
    '11222333000１81',
    '1122233300018A',
    'ß1222333000181',
    '11_222_333_0001',
  ])('%j: CNPJ deve ter 14 dígitos', (value) => expect(sentence(value)).toEqual(['CNPJ deve ter 14 dígitos']))

  it('takes wrong check digits, letters and punctuation, and gives the stored form', () => {
    expect(cnpjField.parse(' 12.abc.345/01de-99 ')).toBe('12ABC34501DE99')
  })
})
