import type { IncomingMessage } from 'node:http'
import { compile } from '@fastify/proxy-addr'
import { customAlphabet } from 'nanoid'
import type { Config } from '../settings/config.ts'

/** What a proxy may call a request: nothing that could break a log line or a header. */
const saneId = /^[\w.:-]{8,64}$/

/** Lower-case letters and digits without those that are mistaken for each other. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

/** An id that people can read out: 12 characters, 60 bits. */
const newId = customAlphabet(alphabet, 12)

/**
 * Names requests: by the `X-Request-Id` of a trusted proxy (TRUST_PROXY), so that its log and ours use the same id; else
 * by a random id.
 */
export function requestIds({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const isTrusted = requestIdTrust({ TRUST_PROXY })
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isGiven = typeof given === 'string' && saneId.test(given) && isTrusted(socket.remoteAddress ?? '')
    return isGiven ? given : newId()
  }
}

/** Whether to trust an address with `X-Request-Id` and `traceparent`: clients could pretend to be another request. */
export function requestIdTrust({ TRUST_PROXY: proxies }: Pick<Config, 'TRUST_PROXY'>): (address: string) => boolean {
  if (typeof proxies === 'boolean') return () => proxies
  const trusts = compile(proxies.split(',').map((address) => address.trim()))
  return (address) => trusts(address, 0)
}
