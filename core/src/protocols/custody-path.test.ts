import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import type { Hop } from '../tracking/hop.ts'
import { custodyPathOf, type TravellingItem } from './custody-path.ts'

const first = {
  ...{ protocolId: 5, department: 'Jurídico', since: '2026-11-16T12:00:00Z', receivedAt: '2026-11-16T14:00:00Z' },
  requiresReturn: true,
}
const item = (id: number, hops: Hop[] = [], fields: Partial<TravellingItem> = {}): TravellingItem => ({
  ...{ id, status: itemStatus.pending, returnDate: '2026-11-30', returnedAt: null, from: null, hops, ...fields },
})
const hop = (itemId: number, fromItemId: number, fields: Partial<Hop> = {}): Hop => ({
  ...{ itemId, fromItemId, protocolId: null, sender: null, receiver: null },
  ...{ origin: 'Jurídico', destination: 'Diretoria', status: itemStatus.pending, requiresReturn: true, isOpen: true },
  ...{ returnDate: '2026-11-25', sentAt: '2026-11-18T12:00:00Z', receivedAt: '2026-11-18T13:00:00Z' },
  ...{ returnedAt: null, cancelledAt: null, ...fields },
})

// proves 20.35
it('has a group for the items that travel together, the largest first, with the earliest date of each hop', () => {
  const path = custodyPathOf(first, [
    item(13),
    item(11, [hop(21, 11)]),
    item(12, [hop(22, 12, { returnDate: '2026-11-24' })]),
  ])
  expect(path).toEqual([
    {
      ...{ from: null, itemsCount: 2, itemIds: [11, 12], at: 1 },
      hops: [
        {
          ...{ department: 'Jurídico', since: '2026-11-16T12:00:00Z', receivedAt: '2026-11-16T14:00:00Z' },
          ...{ returnedAt: null, returnDate: '2026-11-30', protocolId: 5 },
        },
        {
          ...{ department: 'Diretoria', since: '2026-11-18T12:00:00Z', receivedAt: '2026-11-18T13:00:00Z' },
          ...{ returnedAt: null, returnDate: '2026-11-24', protocolId: null },
        },
      ],
    },
    expect.objectContaining({ itemIds: [13], at: 0 }),
  ])
})

// proves 20.35
it('leaves out what has ended, except where an item without return stayed', () => {
  const ended = { isOpen: false, status: itemStatus.completed }
  const stopsOf = (hops: Hop[]) => custodyPathOf(first, [item(1, hops)])[0]?.hops.map(({ department }) => department)
  expect(stopsOf([hop(2, 1, ended)])).toEqual(['Jurídico'])
  expect(stopsOf([hop(2, 1, { ...ended, status: itemStatus.cancelled }), hop(3, 1, { destination: 'Obras' })])).toEqual(
    ['Jurídico', 'Obras'],
  )
  expect(stopsOf([hop(2, 1, { ...ended, requiresReturn: false })])).toEqual(['Jurídico', 'Diretoria'])
  expect(custodyPathOf(first, [item(1, [], { status: itemStatus.cancelled })])).toEqual([])
})

// proves 20.35
it('is at the hop before one that is on its way or has given the items back', () => {
  const at = (hops: Hop[], fields: Partial<TravellingItem> = {}, protocol = first) =>
    custodyPathOf(protocol, [item(1, hops, fields)])[0]?.at
  expect(at([])).toBe(0)
  expect(at([], {}, { ...first, receivedAt: null as never })).toBe(-1)
  expect(at([], { status: itemStatus.returned })).toBe(-1)
  expect(at([hop(2, 1, { receivedAt: null })])).toBe(0)
  expect(at([hop(2, 1), hop(3, 2, { status: itemStatus.returned })])).toBe(1)
})
