import { expect, it } from 'vitest'
import { z } from 'zod'
import { readWire } from '../shared/renamed.ts'
import { printDataWire, protocolDetailWire, protocolRowWire } from './protocol.wire.ts'

it.each([
  [1, true],
  [0, false],
  [true, true],
  [false, false],
])('requires_return may arrive as %j', (sent, read) => {
  expect(readWire(protocolRowWire, { requires_return: sent }).requiresReturn).toBe(read)
  expect(readWire(protocolDetailWire, { requires_return: sent }).requiresReturn).toBe(read)
  expect(readWire(printDataWire, { protocol: { requires_return: sent } }).protocol.requiresReturn).toBe(read)
})

it('travels under the names of the contract', () => {
  expect(Object.keys(protocolRowWire.in.shape)).toEqual(
    expect.arrayContaining([
      'id',
      'protocol_id',
      'status',
      'created_at',
      'creator',
      'origin_user',
      'origin_department',
      'origin_department_id',
      'destination_department',
      'destination_department_id',
      'requires_return',
      'remarks',
      'items_count',
      'total_items',
      'completed_items',
      'returned_items',
      'canceled_items',
      'pending_items',
      'unassigned_items',
    ]),
  )
  expect(Object.keys(protocolDetailWire.in.shape)).toEqual(expect.arrayContaining(['items', 'history', 'responses']))
  expect(z.encode(protocolDetailWire.in.shape.requires_return, true)).toBe(true)
})
