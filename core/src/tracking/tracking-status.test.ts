import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { trackingStatusOf } from './tracking-status.ts'

// proves 4.21
it.each([
  [itemStatus.pending, false, 'Pendente'],
  [itemStatus.pending, true, 'Em andamento'],
  [itemStatus.returned, true, 'Retornado'],
  [itemStatus.completed, false, 'Concluído'],
  [itemStatus.completed, true, 'Concluído'],
  [itemStatus.cancelled, true, 'Cancelado'],
])('a %s item, received: %s, is shown as %s', (status, isReceived, expected) => {
  expect(trackingStatusOf({ status, isReceived })).toBe(expected)
})
