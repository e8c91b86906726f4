import { isIP } from 'node:net'

/** An IPv4 address with a port, and an IPv6 address in brackets with or without one. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.*)\](?::\d+)?)$/

/**
 * The IP address of a client. Behind a trusted proxy it is a header's text, which may be anything; some proxies write the
 * port of each connection after it. Also drops the zone (`%eth0`).
 *
 * @returns null for anything else
 */
export function plainAddress(text: string): string | null {
  const [, four, six] = withPort.exec(text) ?? []
  const [plain = ''] = (four ?? six ?? text).split('%')
  return isIP(plain) === 0 ? null : plain
}
