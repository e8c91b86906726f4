import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optionalText, pathId, requiredText } from './wire-values.ts'

const sentence = (text: unknown) => requiredText('Nome é obrigatório').safeParse(text).error?.issues[0]?.message

describe('a required text', () => {
  it.each(['', '  ', '\t\n', '\u200b', ' \u2060\ufeff', '\u00ad', '\u0001', null, undefined, 5])(
    'is missing where nothing can be read: %j',
    (text) => expect(sentence(text)).toBe('Nome é obrigatório'),
  )

  it.each(['Ana', ' Ana ', '😀', '👩‍👩‍👧', '.', 'a\u200bb'])('is there where something can: %j', (text) =>
    expect(sentence(text)).toBeUndefined(),
  )

  it.each(['a\u0000', 'a\ud800'])('holds only what a database can: %j', (text) =>
    expect(sentence(text)).toBe('O texto contém caracteres inválidos'),
  )
})

describe('an optional text', () => {
  it.each(['', '  ', '\u200b', ' \u2060\ufeff', '\u00ad\u00ad\u00ad'])(
    'is empty where nothing can be read: %j',
    (text) => expect(optionalText().parse(text)).toBe(''),
  )

  it.each([
    [' Ana ', 'Ana'],
    ['a\u200bb', 'a\u200bb'],
    [null, null],
    [undefined, undefined],
  ])('is kept where something can: %j', (text, kept) => expect(optionalText().parse(text)).toBe(kept))

  it.each(['a\u0000', '\u0000', '\ud800'])('holds only what a database can: %j', (text) =>
    expect(optionalText().safeParse(text).error?.issues[0]?.message).toBe('O texto contém caracteres inválidos'),
  )
})

describe('an identity in a path', () => {
  // proves 12.19
  it('has one spelling', () => {
    fc.assert(fc.property(fc.string(), (text) => !pathId.safeParse(text).success || /^[1-9]\d*$/.test(text)))
    fc.assert(fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => pathId.parse(String(id)) === id))
  })

  it.each(['0', '-1', '+1', '01', '1.0', '1e0', '0x1', ' 1', '1 ', '2147483648', '', 'abc'])('is not %j', (text) =>
    expect(pathId.safeParse(text).success).toBe(false),
  )
})
