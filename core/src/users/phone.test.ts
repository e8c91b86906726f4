import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedPhone } from './phone.ts'

describe('a phone', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['11', '(11'],
    ['119', '(11) 9'],
    ['(11) 9123-4', '(11) 9123-4'],
    ['1140000000', '(11) 4000-0000'],
    ['11912345678', '(11) 91234-5678'],
    ['(11) 91234-56789', '(11) 91234-5678'],
    ['+351 912 345 678', '+351 912 345 678'],
    ['0800 123 4567', '0800 123 4567'],
    ['11 4000-0000 ramal 12', '11 4000-0000 ramal 12'],
  ])('typed as %j reads %j', (typed, expected) => expect(maskedPhone(typed)).toBe(expected))

  it('keeps its form when it is masked again', () => {
    fc.assert(fc.property(fc.string(), (typed) => maskedPhone(maskedPhone(typed)) === maskedPhone(typed)))
  })
})
