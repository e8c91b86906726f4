import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network that an address belongs to, as a person may recognise it: `187.12.3.*`, `2804:14c:65::*`. The rest, which
 * would single out a device, is not kept.
 *
 * @returns null for what is no address
 */
export function networkOf(address: string): string | null {
  const ip = read(address)
  if (!ip) return null
  return ip instanceof ipaddr.IPv4 ? `${ip.octets.slice(0, 3).join('.')}.*` : `${groups(ip, 3)}::*`
}

/**
 * What counts as one address when attempts are counted: the first 64 bits of an IPv6 address, because who has one address
 * there has the other 2⁶⁴, too.
 */
export function attemptsOrigin(address: string): string {
  const ip = read(address)
  if (!ip) return address
  return ip instanceof ipaddr.IPv4 ? ip.toString() : `${groups(ip, 4)}::/64`
}

/** Without its zone (`%eth0`); an IPv4 address may come as an IPv6 one. The library alone would read `1` as `0.0.0.1`. */
function read(address: string) {
  const [plain = ''] = address.split('%')
  return isIP(plain) ? ipaddr.process(plain) : undefined
}

const groups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':')
