import { expect, it } from 'vitest'
import { plainAddress } from './plain-address.ts'

it.each([
  ['187.12.3.44', '187.12.3.44'],
  ['187.12.3.44:50123', '187.12.3.44'],
  ['::ffff:10.0.7.9', '::ffff:10.0.7.9'],
  ['2804:14c:65::1', '2804:14c:65::1'],
  ['[2804:14c:65::1]', '2804:14c:65::1'],
  ['[2804:14c:65::1]:50123', '2804:14c:65::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['187.12.3.44:', null],
  ['1', null],
  ['187.12.3.444', null],
  ['unknown', null],
  ['unix:', null],
  ['', null],
])('%j is the address %j', (text, address) => expect(plainAddress(text)).toBe(address))
