import { expect, it } from 'vitest'
import { itemStatus } from '../items/item-status.ts'
import { protocolNumberOf } from './protocol-number.ts'
import { trackingStatusOf } from './tracking-status.ts'

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
])('reads %j as the number %j', (text, number) => expect(protocolNumberOf(text)).toBe(number))
