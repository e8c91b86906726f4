import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address belongs to, as a person may recognise it: `187.12.3.*`, `2804:14c:65::*`. The rest, which
 * would single out a device, is not kept.
 *
 * @returns null for what is no address
 */
export function networkOf(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.*`
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return null
  const [head = '', tail] = withoutZone.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${all.slice(0, 3).join(':')}::*`
}

const groups = (text: string) => (text === '' ? [] : text.split(':'))
