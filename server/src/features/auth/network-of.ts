import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address belongs to, as a person may recognise it: `187.12.3.*`, `2804:14c:65::*`. The rest, which
 * would single out a device, is not kept.
 *
 * @returns null for what is no address
 */
export function networkOf(address: string): string | null {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.*`
  const all = groupsOf(address)
  return all && `${all.slice(0, 3).join(':')}::*`
}

/**
 * What counts as one address when attempts are counted: of IPv6 the first 64 bits, because whoever has one address there
 * has the other 2⁶⁴, too.
 */
export function attemptsOrigin(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return plain
  const all = groupsOf(address)
  return all ? `${all.slice(0, 4).join(':')}::/64` : address
}

/** An IPv4 address may come as an IPv6 one. */
const unmapped = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** The eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): string[] | null {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return null
  const [head = '', tail] = withoutZone.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  return [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
}

const groups = (text: string) => (text === '' ? [] : text.split(':'))
