import { describe, expect, it } from 'vitest'
import { emptyItem, isUntouched, itemsToSend, openNameWords } from './item-form.ts'

const first = {
  ...emptyItem(),
  documentNumber: '101/26',
  description: 'pasta da Maria',
  itemTypeId: '3',
  categoryId: '4',
  supplierId: { value: '5', label: 'Ipê' },
  responsibleId: '6',
  reason: 'Assinatura',
  files: [new File(['a'], 'a.txt')],
}
const spare = { ...emptyItem(first), isSpare: true }

it('a new item takes over what the one before says of its kind, but not what it is', () => {
  expect(emptyItem(first)).toEqual({
    ...emptyItem(),
    itemTypeId: '3',
    categoryId: '4',
    supplierId: { value: '5', label: 'Ipê' },
    responsibleId: '6',
    reason: 'Assinatura',
  })
})

it.each([
  ['that no list contains', [], '“Ana Reis” não está na lista. Escolha uma opção.'],
  ['that two people have', ['responsibleId'], '“Ana Reis” está na lista mais de uma vez. Escolha uma opção.'],
  ['beside one that is ambiguous', ['supplierId'], '“Ana Reis” não está na lista. Escolha uma opção.'],
] as const)('a pasted name %s says so at its field', (_, ambiguous, words) => {
  expect(openNameWords({ ambiguous: [...ambiguous] }, 'responsibleId', 'Ana Reis')).toBe(words)
})

// proves 17.41
describe('a spare item', () => {
  it('is not sent while nothing is typed into it', () => {
    expect(itemsToSend([first, spare])).toEqual([first])
    expect(itemsToSend([first, emptyItem(first)])).toHaveLength(2)
  })

  it.each([
    ['a number', { documentNumber: '102/26' }],
    ['a description', { description: 'pasta' }],
    ['another type', { itemTypeId: '7' }],
    ['another reason', { reason: 'Conferência' }],
    ['a file', { files: [new File(['b'], 'b.txt')] }],
    ['a pasted name', { itemTypeId: null, unknown: { itemTypeId: 'Contratto' } }],
  ])('is sent with %s', (_what, change) => {
    expect(isUntouched({ ...spare, ...change }, first)).toBe(false)
    expect(itemsToSend([first, { ...spare, ...change }])).toHaveLength(2)
  })
})
