import { readCode, shownCode } from '@malote/core/codes/code.ts'
import { FF1 } from '@noble/ciphers/ff1'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CodeKind, codesOf } from './codes.ts'

const kind = fc.constantFrom<CodeKind>('protocol', 'item')
const id = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// proves 22.1, 22.4
it('gives each protocol and each item a code of its own, and finds it by that', () => {
  fc.assert(
    fc.property(key, kind, id, (bytes, one, number) => {
      const codes = codesOf(hex(bytes))
      const [code = ''] = codes.of(one, [number])
      const read = readCode(code) ?? ''
      expect(shownCode(read)).toBe(code)
      expect(codes.find(read)).toEqual({ kind: one, id: number })
    }),
  )
})

// proves 22.4
it('encrypts as another implementation of FF1 decrypts', () => {
  fc.assert(
    fc.property(key, kind, id, (bytes, one, number) => {
      const [code = ''] = codesOf(hex(bytes)).of(one, [number])
      const body = [...(readCode(code) ?? '').slice(0, 10)].map((digit) => digits.indexOf(digit))
      const plain = FF1(32, bytes)
        .decrypt(body)
        .reduce((value, digit) => value * 32 + digit, 0)
      expect(plain % 2 ** 34).toBe(number * 8 + (one === 'item' ? 1 : 0))
    }),
  )
})

// proves 22.1
it('gives the codes of many at once, each as alone', () => {
  const codes = codesOf('5a'.repeat(32))
  const ids = Array.from({ length: 300 }, (_, n) => n + 1)
  const together = codes.of('item', ids)
  expect(together).toEqual(ids.flatMap((one) => codes.of('item', [one])))
  expect(new Set([...together, ...codes.of('protocol', ids)]).size).toBe(600)
})

// proves 22.4
it('finds nothing by the codes of another installation', () => {
  const [ours, theirs] = [codesOf('00'.repeat(32)), codesOf('01'.repeat(32))]
  const ids = Array.from({ length: 2000 }, (_, n) => n + 1)
  const found = ours.of('item', ids).map((code) => theirs.find(readCode(code) ?? ''))
  expect(found.filter(Boolean)).toEqual([])
})
