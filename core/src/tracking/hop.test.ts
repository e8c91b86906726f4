import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { currentHops, type Hop, locationInChain } from './hop.ts'

const hop = (itemId: number, fromItemId: number, facts: Partial<Hop> = {}): Hop => ({
  ...{ itemId, fromItemId, protocolId: null, sender: null, receiver: null },
  ...{ origin: `Setor ${fromItemId}`, destination: `Setor ${itemId}` },
  ...{ status: itemStatus.pending, requiresReturn: true, isOpen: true, returnDate: null },
  ...{ sentAt: '2026-11-20T12:00:00Z', receivedAt: '2026-11-20T13:00:00Z', returnedAt: null, cancelledAt: null },
  ...facts,
})
const ended = { isOpen: false, status: itemStatus.completed }
const stays = { ...ended, requiresReturn: false }

it.each([
  ['never passed on', [], []],
  ['passed on twice', [hop(2, 1), hop(3, 2)], [2, 3]],
  ['back, and passed on again', [hop(2, 1, ended), hop(3, 1)], [3]],
  ['back', [hop(2, 1, ended)], []],
  ['passed on to stay', [hop(2, 1, stays), hop(3, 2, stays)], [2, 3]],
  ['passed on to stay after it came back from there', [hop(2, 1, stays), hop(3, 1, stays)], [3]],
  ['passed on, and cancelled', [hop(2, 1, { isOpen: false, status: itemStatus.cancelled })], []],
  ['of another chain', [hop(3, 2)], []],
])('an item that was %s', (_, hops, ids) => expect(currentHops(1, hops).map(({ itemId }) => itemId)).toEqual(ids))

it.each([
  [[], 'Setor 1'],
  [[hop(2, 1)], 'Setor 2'],
  [[hop(2, 1), hop(3, 2)], 'Setor 3'],
  [[hop(2, 1), hop(3, 2, { receivedAt: null })], 'Setor 2 (aguardando recebimento em Setor 3)'],
  [[hop(2, 1), hop(3, 2, { status: itemStatus.returned })], 'Setor 2'],
])('where it is, %#', (hops, location) => {
  const item = { id: 1, status: itemStatus.pending, requiresReturn: true, isReceived: true }
  expect(locationInChain(item, { origin: 'Setor 0', destination: 'Setor 1' }, hops)).toBe(location)
})
