import { expect, it } from 'vitest'
import { protocolNumberOf } from './protocol-number.ts'

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
