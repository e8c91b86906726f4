import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedFields } from './changed-fields.ts'

it('has only what differs, under both', () => {
  expect(changedFields({ uname: 'Ana', uphone: null, udpid: 1 }, { uname: 'Ana Lima', udpid: 1 })).toEqual({
    before: { uname: 'Ana' },
    after: { uname: 'Ana Lima' },
  })
  expect(changedFields({ color: '#0E5A6B' }, { color: null, return_days: 5 })).toEqual({
    before: { color: '#0E5A6B', return_days: null },
    after: { color: null, return_days: 5 },
  })
})

it('says nothing of a record that stays as it is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (fields) => {
      expect(changedFields(fields, { ...fields })).toBeUndefined()
    }),
  )
})
