import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a connection to this host stays on this machine: a loopback address, or the folder of a socket. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.+)\]$/, '$1')
  const family = isIP(name)
  if (family !== 0) return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')
  return name === '' || name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost')
}

/**
 * A PostgreSQL address that uses TLS with a verified certificate, unless the server is on this machine or the address
 * itself says how (`sslmode=disable` for none).
 */
export function databaseWithTls(address: string): string {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (isThisMachine(host) || [...searchParams.keys()].some((name) => name.startsWith('ssl'))) return address
  return withParameter(address, 'sslmode=verify-full')
}

/**
 * An SMTP address that refuses to send without TLS, unless the server is on this machine or the address itself says how
 * (`requireTLS=false`: only if the server offers it).
 */
export function smtpWithTls(address: string): string {
  const { protocol, hostname, searchParams } = new URL(address)
  const isDecided = ['requireTLS', 'ignoreTLS', 'secure'].some((name) => searchParams.has(name))
  return protocol === 'smtps:' || isThisMachine(hostname) || isDecided
    ? address
    : withParameter(address, 'requireTLS=true')
}

const withParameter = (address: string, parameter: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`
