import ipaddr from 'ipaddr.js'
import { plainAddress } from '../../platform/http/actor.ts'

/**
 * The network of an address, in a form that a person may recognise: `187.12.3.*`, `2804:14c:65::*`. The rest, which
 * would identify a device, is not stored.
 *
 * @returns null for an invalid address
 */
export function networkOf(address: string): string | null {
  const ip = read(address)
  if (!ip) return null
  return ip instanceof ipaddr.IPv4 ? `${ip.octets.slice(0, 3).join('.')}.*` : `${groups(ip, 3)}::*`
}

/**
 * The keys under which attempts from an address are counted, the narrowest first. For IPv6 the first 64, 56 and 48 bits:
 * the owner of one address has the other 2⁶⁴ too, and often a whole /56 or /48.
 */
export function attemptsOrigins(address: string): string[] {
  const ip = read(address)
  if (!ip) return [address]
  if (ip instanceof ipaddr.IPv4) return [ip.toString()]
  const [, , , fourth = 0] = ip.parts
  const beginning = groups(ip, 3)
  return [
    `${beginning}:${fourth.toString(16)}::/64`,
    `${beginning}:${(fourth & 0xff00).toString(16)}::/56`,
    `${beginning}::/48`,
  ]
}

/** The narrowest of them. */
export const attemptsOrigin = (address: string): string => attemptsOrigins(address)[0] ?? address

/** Unwraps IPv4-mapped IPv6 addresses. Checks first, because the library would parse `1` as `0.0.0.1`. */
function read(address: string) {
  const plain = plainAddress(address)
  return plain === null ? undefined : ipaddr.process(plain)
}

const groups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':')
