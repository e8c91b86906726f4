import { describe, expect, it } from 'vitest'
import { unsent } from '../../../lib/idempotency.ts'
import { emptyItem, isUntouched, itemsToSend, openNameWords } from './item-form.ts'
import { nextSending, type ProtocolForm, typedInto } from './protocol-form.ts'

describe('item form', () => {
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

  it('a draft fills in what was typed, of the items that are still there, and leaves files and names as they are now', () => {
    const option = { value: '6', label: 'Ana Reis' }
    const rest = {
      ...{
        originDepartmentId: '1',
        destinationDepartmentId: '2',
        destinationDepartmentIds: null,
        requiresReturn: true,
      },
      remarks: 'Contratos',
    }
    const now = [7, 8].map((itemId) => ({ ...emptyItem(), itemId, known: { category: null, responsible: option } }))
    const typed = { ...first, itemId: 7, responsibleId: null }
    expect(
      typedInto({ ...rest, items: now }, { ...rest, remarks: 'Outras', items: [typed, { ...typed, itemId: 9 }] }),
    ).toEqual({
      ...rest,
      remarks: 'Outras',
      items: [{ ...typed, files: [], known: { category: null, responsible: option } }, now[1]],
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
})

describe('sending', () => {
  const form = (changes: Partial<ProtocolForm> = {}): ProtocolForm => ({
    remarks: 'Contratos',
    originDepartmentId: '1',
    destinationDepartmentId: '2',
    destinationDepartmentIds: null,
    requiresReturn: false,
    items: [emptyItem()],
    ...changes,
  })
  const withFile = (content: string, lastModified = 1) =>
    form({ items: [{ ...emptyItem(), files: [new File([content], 'a.txt', { lastModified })] }] })

  describe('the key of a sending', () => {
    it('is used for the first time whatever is sent', () => {
      const first = unsent()
      expect(nextSending(first, form()).idempotencyKey).toBe(first.idempotencyKey)
    })

    it('stays while the same is sent again', () => {
      const first = nextSending(unsent(), withFile('Olá'))
      expect(nextSending(first, withFile('Olá'))).toEqual(first)
    })

    it.each([
      ['remarks', form({ remarks: 'Outros' })],
      ['another item', form({ items: [emptyItem(), emptyItem()] })],
      ['a field of an item', form({ items: [{ ...emptyItem(), documentNumber: 'A-1' }] })],
      ['a file', withFile('Olá')],
    ])('changes with %s', (_what, changed) => {
      const first = nextSending(unsent(), form())
      const second = nextSending(first, changed)
      expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
      expect(nextSending(second, changed)).toEqual(second)
    })

    it('changes with another file of the same name', () => {
      const first = nextSending(unsent(), withFile('Olá'))
      expect(nextSending(first, withFile('Olá!')).idempotencyKey).not.toBe(first.idempotencyKey)
      expect(nextSending(first, withFile('Olé', 2)).idempotencyKey).not.toBe(first.idempotencyKey)
    })
  })
})
