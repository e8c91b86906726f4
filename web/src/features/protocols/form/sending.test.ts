import { describe, expect, it } from 'vitest'
import { unsent } from '../../../lib/sending.ts'
import { emptyItem } from './item-form.ts'
import type { ProtocolForm } from './protocol-form.ts'
import { nextSending } from './sending.ts'

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
