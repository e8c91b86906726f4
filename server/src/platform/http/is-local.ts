import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** A proxy adds at least one of them. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether a request comes from this machine, without a proxy between. Looks at the connection itself, because clients can
 * forge the address that a proxy forwards. A proxy on this machine connects from the loopback address too, but adds a
 * header.
 */
export function isLocal({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? ''
  if (isIP(address) === 0 || forwardingHeaders.some((name) => name in headers)) return false
  return ipaddr.process(address).range() === 'loopback'
}
