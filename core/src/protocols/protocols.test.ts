import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itemStatus } from '../items/item-status.ts'
import { readWire } from '../shared/renamed.ts'
import type { Hop } from '../tracking/hop.ts'
import { role } from '../users/role.ts'
import type { Viewer } from '../users/viewer.ts'
import { custodyPathOf, type TravellingItem } from './custody-path.ts'
import { protocolFilter } from './protocol.ts'
import {
  newProtocolsWire,
  printDataWire,
  protocolDetailWire,
  protocolPageWire,
  protocolRowWire,
} from './protocol.wire.ts'
import { progressOf } from './protocol-progress.ts'
import { protocolStatus } from './protocol-status.ts'
import { categoriesFor, conflictWithCategories, missingReasons } from './return-requirement.ts'
import { waitsHere } from './waiting.ts'

describe('custody path', () => {
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
    expect(
      stopsOf([hop(2, 1, { ...ended, status: itemStatus.cancelled }), hop(3, 1, { destination: 'Obras' })]),
    ).toEqual(['Jurídico', 'Obras'])
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
})

describe('protocol progress', () => {
  // proves 2.6.2
  it.each([
    [0, 0, 0, { done: 0, total: 0, percent: 0 }],
    [3, 0, 0, { done: 0, total: 3, percent: 0 }],
    [3, 1, 1, { done: 2, total: 3, percent: 67 }],
    [2, 1, 1, { done: 2, total: 2, percent: 100 }],
    [2, 2, 2, { done: 4, total: 2, percent: 100 }],
  ])('of %i items %i completed and %i returned: %j', (totalItems, completedItems, returnedItems, expected) => {
    expect(progressOf({ totalItems, completedItems, returnedItems })).toEqual(expected)
  })

  // proves 9.7
  it('stays between 0 and 100 and never falls when one more item is done', () => {
    const count = fc.nat(1000)
    fc.assert(
      fc.property(count, count, count, (totalItems, completedItems, returnedItems) => {
        const before = progressOf({ totalItems, completedItems, returnedItems }).percent
        const after = progressOf({ totalItems, completedItems: completedItems + 1, returnedItems }).percent
        return before >= 0 && after <= 100 && after >= before
      }),
    )
  })
})

describe('protocol wire', () => {
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
})

describe('return requirement', () => {
  const returns = { returnDays: 5 }
  const stays = { returnDays: 0 }
  const open = { returnDays: null }

  const cannotRequire =
    'Não é possível marcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que não requerem retorno.'
  const mustRequire =
    'Não é possível desmarcar "Este protocolo requer devolução de itens" pois existem itens na lista que possuem categorias que requerem retorno.'

  // proves 5.2.4, 5.2.5
  it.each([
    [true, [], undefined],
    [false, [], undefined],
    [true, [returns, returns], undefined],
    [true, [returns, stays], cannotRequire],
    [true, [open], cannotRequire],
    [false, [stays, open], undefined],
    [false, [open, returns], mustRequire],
    [true, [{ returnDays: 1 }], undefined],
    [false, [{ returnDays: 1 }], mustRequire],
  ])('return required %s with the categories %j', (requiresReturn, chosen, expected) => {
    expect(conflictWithCategories(requiresReturn, chosen)).toBe(expected)
  })

  // proves 5.2.6
  it('offers only the categories that fit', () => {
    expect(categoriesFor(true, [returns, stays, open])).toEqual([returns])
    expect(categoriesFor(false, [returns, stays, open])).toEqual([stays, open])
  })

  // proves 5.2.2
  it('asks each item for its reason, only when return is required', () => {
    const items = [{ reason: 'Assinatura' }, { reason: ' ' }, {}, { reason: null }]
    expect(Object.keys(missingReasons(true, items))).toEqual(['items.1.reason', 'items.2.reason', 'items.3.reason'])
    expect(missingReasons(false, items)).toEqual({})
  })
})

describe('waiting', () => {
  const [origin, destination, elsewhere] = [1, 2, 3]
  const { pending, inProgress, completed, cancelled } = protocolStatus

  const protocol = {
    originDepartmentId: origin,
    destinationDepartmentId: destination,
    status: pending,
    requiresReturn: true,
    totalItems: 3,
    pendingItems: 3,
    returnedItems: 0,
    cancelledItems: 0,
  }
  const viewer = (departmentId: number | null): Viewer => ({ id: 7, name: 'Maria', role: role.admin, departmentId })

  // proves 17.30
  it.each([
    ['sent', {}, [destination]],
    ['sent, without return', { requiresReturn: false }, [destination]],
    ['received', { status: inProgress }, [destination]],
    ['partly returned', { status: inProgress, pendingItems: 1, returnedItems: 2 }, [origin, destination]],
    ['partly returned, one of them', { status: inProgress, pendingItems: 2, returnedItems: 1 }, [origin, destination]],
    ['returned', { status: inProgress, pendingItems: 0, returnedItems: 3 }, [origin]],
    ['returned and confirmed', { status: inProgress, pendingItems: 0 }, [origin]],
    ['partly confirmed', { status: inProgress, pendingItems: 1 }, [destination]],
    ['with only cancelled items', { status: inProgress, pendingItems: 0, cancelledItems: 3 }, []],
    ['completed', { status: completed, pendingItems: 0 }, []],
    ['cancelled', { status: cancelled, pendingItems: 0, cancelledItems: 3 }, []],
  ])('a protocol that is %s waits at its sides %#', (_state, changes, sides) => {
    const waiting = [origin, destination, elsewhere, null].filter((department) =>
      waitsHere(viewer(department), { ...protocol, ...changes }),
    )
    expect(waiting).toEqual(sides)
  })
})
