import { expect, it } from 'vitest'
import { numberWarnings } from './number-warnings.ts'

const none = new Map<string, number | null>()

// proves 17.44
it('warns of a document number that stands twice in the form, whatever its case and blanks', () => {
  expect(numberWarnings(['A-1', 'A-2', ' a-1 ', ''], none)).toEqual([{ item: 3 }, undefined, { item: 1 }, undefined])
})

it('does not warn of several items without a number', () => {
  expect(numberWarnings(['', ' ', ''], none)).toEqual([undefined, undefined, undefined])
})

it('names the protocol in which the number is pending', () => {
  const out = new Map([
    ['a-1', 12],
    ['a-2', null],
  ])
  expect(numberWarnings(['A-1', 'A-2'], out)).toEqual([{ protocolId: 12 }, undefined])
})
