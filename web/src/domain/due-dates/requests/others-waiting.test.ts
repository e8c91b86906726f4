import { expect, it } from 'vitest'
import { othersWaiting } from './others-waiting.tsx'

const forwardedFrom = { department: 'Financeiro', protocolId: 3, itemId: 7 }

it.each([
  ['nobody', {}, undefined, []],
  [
    'the department before, until its date',
    { forwardedFrom },
    [
      { id: 6, returnDate: '2026-11-30' },
      { id: 7, returnDate: '2026-12-01' },
    ],
    ['Financeiro, até 01/12/2026'],
  ],
  ['the department before, without a date', { forwardedFrom }, [{ id: 7, returnDate: null }], ['Financeiro']],
  [
    'the department before, whose protocol is not visible',
    { forwardedFrom: { ...forwardedFrom, itemId: null } },
    undefined,
    ['Financeiro'],
  ],
])('%s', (_, item, before, values) => {
  expect(othersWaiting(item, before).map(({ value }) => value)).toEqual(values)
})
