import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { locationOf } from './custody.ts'

const route = { origin: 'RH', destination: 'Jurídico' }

// proves 11.13
it.each([
  [itemStatus.pending, true, false, 'RH (aguardando recebimento em Jurídico)'],
  [itemStatus.pending, false, false, 'RH (aguardando recebimento em Jurídico)'],
  [itemStatus.pending, true, true, 'Jurídico'],
  [itemStatus.returned, true, true, 'RH'],
  [itemStatus.cancelled, true, true, 'RH'],
  [itemStatus.cancelled, false, false, 'RH'],
  [itemStatus.completed, true, true, 'RH'],
  [itemStatus.completed, false, false, 'Jurídico'],
])('a %s item (return %s, received %s) is in %s', (status, requiresReturn, isReceived, expected) => {
  expect(locationOf({ status, requiresReturn, isReceived }, route)).toBe(expected)
})
