import type { FastifyRequest } from 'fastify'

/**
 * Links for invitations and forgotten passwords contain their token in the URL (contract 10.17, 10.19), and the way back
 * from a provider its code (contract 18.1).
 */
const token = /([?&](?:[^?&=#]*token|code)=)[^&#]*/gi

/** The logged form of a request: like Fastify's, without the tokens and codes in its URL. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: url.replace(token, '$1…'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})
