import { expect, it } from 'vitest'
import { z } from 'zod'
import { readWire } from '../shared/renamed.ts'
import { protocolFilter } from './protocol.ts'
import {
  newProtocolsWire,
  printDataWire,
  protocolDetailWire,
  protocolPageWire,
  protocolRowWire,
} from './protocol.wire.ts'

// proves 3.9
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

// proves 3.7
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

// proves 17.6
it('filters of the list: late, here, sort and page size', () => {
  const read = (query: object) => protocolFilter.parse(query)
  expect(read({})).toMatchObject({ perPage: 10 })
  expect(read({ late: '1', here: '1', sort: 'due', perPage: '25' })).toMatchObject({
    late: 1,
    here: 1,
    sort: 'due',
    perPage: 25,
  })
  expect(read({ late: '0', perPage: '7' })).toMatchObject({ late: undefined, perPage: 10 })
  expect(protocolFilter.safeParse({ here: 'talvez' }).success).toBe(false)
})

// proves 17.5
it('a row of the list says why it is a hit', () => {
  const read = readWire(protocolPageWire, { data: [{ id: 7, match: { field: 'person', text: 'Maria Souza' } }] })
  expect(read.data[0]?.match).toEqual({ field: 'person', text: 'Maria Souza' })
})

// proves 17.4
it.each([
  [[1], 'Escolha pelo menos dois destinos'],
  [Array.from({ length: 21 }, (_, index) => index + 1), 'Escolha no máximo 20 destinos'],
  [[1, 2], undefined],
])('one form for the destinations %j', (ids, message) => {
  const sent = { remarks: 'x', origin_department_id: 1, destination_department_ids: ids, items: [] }
  const { error } = newProtocolsWire.safeDecode(sent as never)
  expect(error?.issues[0]?.message).toBe(message)
})
