import { expect, it } from 'vitest'
import { attemptsOrigin, attemptsOrigins, networkOf } from './network-of.ts'

// proves V15.3.4
it.each([
  ['187.12.3.44', '187.12.3.*'],
  ['::ffff:10.0.7.9', '10.0.7.*'],
  ['2804:14c:65:1234:5678:9abc:def0:1', '2804:14c:65::*'],
  ['2804:14c::1', '2804:14c:0::*'],
  ['::1', '0:0:0::*'],
  ['fe80::1%eth0', 'fe80:0:0::*'],
  ['187.12.3.44:50123', '187.12.3.*'],
  ['unix:', null],
  ['', null],
])('%s comes from %s', (address, network) => expect(networkOf(address)).toBe(network))

it.each([
  ['187.12.3.44', '187.12.3.44'],
  ['::ffff:10.0.7.9', '10.0.7.9'],
  ['::ffff:a00:709', '10.0.7.9'],
  ['2804:014c:0065:0::1', '2804:14c:65:0::/64'],
  ['2804:14c:65:1234:5678:9abc:def0:1', '2804:14c:65:1234::/64'],
  ['2804:14c::1', '2804:14c:0:0::/64'],
  ['187.12.3.44:50123', '187.12.3.44'],
  ['[2804:14c::1]:50123', '2804:14c:0:0::/64'],
  ['unix:', 'unix:'],
])('attempts of %s count as those of %s', (address, origin) => expect(attemptsOrigin(address)).toBe(origin))

it('has wider networks for IPv6, of which one owner may have all', () => {
  expect(attemptsOrigins('2804:14c:65:1234:5678::1')).toEqual([
    '2804:14c:65:1234::/64',
    '2804:14c:65:1200::/56',
    '2804:14c:65::/48',
  ])
  expect(attemptsOrigins('187.12.3.44')).toEqual(['187.12.3.44'])
})
