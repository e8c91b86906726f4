import type { FastifyRequest } from 'fastify'

/**
 * Older links for invitations and forgotten passwords have their token in the query, and the way back from a provider
 * has its code there (contract 18.1).
 */
const token = /([?&](?:[^?&=#]*token|code)=)[^&#]*/gi
/** The address of a calendar feed is its token (contract 21.20), however it is spelled, and whether or not a feed answers. */
const feed = /^\/+api\/+calendar\//i

/** The logged form of a request: like Fastify's, without the tokens and codes in its URL. */
export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: feed.test(decoded(url)) ? '/api/calendar/….ics' : url.replace(token, '$1…'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})

/** Never throws, as `decodeURIComponent` does. */
const decoded = (url: string) =>
  url.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
