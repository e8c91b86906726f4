import type { FastifyRequest } from 'fastify'

/**
 * Older links for invitations and forgotten passwords have their token in the query, and the way back from a provider
 * has its code there (contract 18.1).
 */
const token = /([?&](?:[^?&=#]*token|code)=)[^&#]*/gi
/** The address of a calendar feed is its token (contract 21.20). */
const feed = /(\/api\/calendar\/)[^/?#]+(\.ics)/i

/** The logged form of a request: like Fastify's, without the tokens and codes in its URL. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: url.replace(token, '$1…').replace(feed, '$1…$2'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})
