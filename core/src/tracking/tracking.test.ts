import { describe, expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { locationOf } from './custody.ts'
import { currentHops, type Hop, locationInChain } from './hop.ts'
import { protocolNumberOf } from './protocol-number.ts'
import { trackingStatusOf } from './tracking-result.ts'

describe('custody', () => {
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
})

describe('hop', () => {
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
})

describe('protocol number', () => {
  it.each([
    ['12', 12],
    ['#12', 12],
    [' # 0012 ', 12],
    ['2147483647', 2147483647],
    ['2147483648', null],
    ['0', null],
    ['#', null],
    ['', null],
    ['12/2026', null],
    ['1.2', null],
    ['-3', null],
    ['doze', null],
    ['Protocolo #318', 318],
    ['protocolo 318', 318],
    ['PROTOCOLO Nº 0318', 318],
    ['nº 318', 318],
    ['n° 318', 318],
    ['N.º 318', 318],
    ['número: 318', 318],
    ['318.', 318],
    ['(#318)', 318],
    ['\u200b318\u00a0', 318],
    ['#318 recebido', 318],
    ['Protocolo #318 recebido', 318],
    ['Protocolo 318 foi cancelado', 318],
    ['Malote - Protocolo #318, Financeiro para Jurídico', 318],
    ['Protocolo #318 redirecionado para o #319', null],
    ['nº 318/2026', null],
    ['Protocolo 318/2026', null],
    ['Protocolo #318-A', null],
    ['processo 318', null],
    ['318 folhas', null],
  ])('reads %j as the number %j', (text, number) => expect(protocolNumberOf(text)).toBe(number))
})

describe('tracking status', () => {
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
})
